"""Frozen dataclasses that cost little to make, and attributes that are computed when asked for.

The initialiser that `dataclass(frozen=True)` writes sets each field by `object.__setattr__`, some 200 ns a field; a session holds tens of
thousands of records with up to twenty fields. The one written here lets the instance be, while it is filled, of a class with the
same slots that is not frozen, and is four times as fast.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, Generic, TypeVar, dataclass_transform, overload

T = TypeVar("T")


class lazy(Generic[T]):  # noqa: N801 - used as a decorator, like property
    """What `functools.cached_property` is, without the lock that it takes up to Python 3.11 and that costs more than most of what
    is computed. The instance needs a `__dict__`."""

    def __init__(self, make: Callable[[Any], T]) -> None:
        self._make = make
        self._name = make.__name__
        self.__doc__ = make.__doc__

    @overload
    def __get__(self, instance: None, owner: type) -> "lazy[T]": ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> "T | lazy[T]":
        if instance is None:
            return self
        value = instance.__dict__[self._name] = self._make(instance)
        return value


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def quick(cls: type[T]) -> type[T]:
    """A class decorator in the place of `@dataclass(frozen=True, slots=True)`; it changes nothing but the time that making takes, that of
    the class too: its methods are not written for it. The class must have no base and no `__post_init__`."""
    cls.__doc__ = cls.__doc__ or " "  # else `dataclass` writes one from the signature
    made = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    every = fields(made)  # type: ignore[arg-type]
    names = [f.name for f in every]
    scope: dict[str, Any] = {"_become": object.__setattr__, "_Open": type(cls.__name__, (), {"__slots__": tuple(names)}), "_Frozen": made}
    signature = ", ".join(parameter(f, scope) for f in every)
    filled = "".join(f"    self.{name} = {value(f)}\n" for name, f in zip(names, every, strict=True))
    exec(f"def __init__(self, {signature}):\n    _become(self, '__class__', _Open)\n{filled}    self.__class__ = _Frozen\n", scope)
    scope["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    for name, method in {"__init__": scope["__init__"], **_methods(attrgetter(*names), names)}.items():
        setattr(made, name, method)
    return made


def _methods(values: Callable[[Any], Any], names: list[str]) -> dict[str, Callable[..., Any]]:
    """What a frozen dataclass can do, by its fields' names; `values` reads them all."""

    def equal(self: object, other: object) -> bool:
        return bool(values(self) == values(other)) if other.__class__ is self.__class__ else NotImplemented

    def shown(self: object) -> str:
        return f"{type(self).__qualname__}({', '.join([f'{name}={getattr(self, name)!r}' for name in names])})"

    def state(self: object) -> list[Any]:
        return [getattr(self, name) for name in names]

    def restore(self: object, kept: list[Any]) -> None:
        for name, one in zip(names, kept, strict=True):
            object.__setattr__(self, name, one)

    def refuse(self: object, name: str, given: object = None) -> None:
        raise FrozenInstanceError(f"cannot assign to or delete field {name!r}")

    return {
        "__eq__": equal,
        "__hash__": lambda self: hash(values(self)),
        "__repr__": shown,
        "__getstate__": state,
        "__setstate__": restore,
        "__setattr__": refuse,
        "__delattr__": refuse,
    }


def parameter(field: Field[Any], scope: dict[str, Any]) -> str:
    """A field as a parameter of a written `__init__`; what it names is put into the scope that the code is run in."""
    if field.default is not MISSING:
        scope[f"_default_{field.name}"] = field.default
        return f"{field.name}=_default_{field.name}"
    if field.default_factory is not MISSING:
        scope["_unset"] = MISSING
        scope[f"_make_{field.name}"] = field.default_factory
        return f"{field.name}=_unset"
    return field.name


def value(field: Field[Any]) -> str:
    """What such an `__init__` keeps of that parameter."""
    if field.default_factory is MISSING:
        return field.name
    return f"_make_{field.name}() if {field.name} is _unset else {field.name}"
