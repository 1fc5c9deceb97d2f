"""The bases of immutable records: `Frozen` of the public models, `Record` of what reports are made of.

What pydantic's frozen models are, without validation: a session has ten thousand of these, all made by this program from values whose
types mypy has checked, and a report must not wait for a validation library to be loaded. `model_copy` is pydantic's name.
"""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, dataclass, field, fields
from typing import Any, ClassVar, Self, dataclass_transform

from sessionlens.model.quick import parameter, value


class Values:
    """What both kinds of records share: values stand in the `__dict__`, nothing can be assigned, equal values make equal records."""

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        return self.__dict__ == other.__dict__ if self.__class__ is other.__class__ else NotImplemented

    def __hash__(self) -> int:
        return hash((self.__class__, *self.__dict__.values()))

    def __repr__(self) -> str:
        return f"{self.__class__.__name__}({', '.join(f'{name}={value!r}' for name, value in self.__dict__.items())})"


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record(Values):
    """A subclass declares its fields as a dataclass does and is one, made in a fifth of the time that `@dataclass` takes to make a
    class: a report has seventy of them."""

    def __init_subclass__(cls) -> None:
        _generate(cls, "")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Frozen(Values):
    """A record that is made by keyword; orjson writes it."""

    in_order: ClassVar[Callable[..., Any]]
    """Makes a record of all its values in the order of the fields: what reads ten thousand of them uses. Each class is given its own."""

    def __init_subclass__(cls) -> None:
        _generate(cls, "*, ")

    def model_copy(self, *, update: dict[str, Any] | None = None) -> Self:
        """The same but for the fields of `update`."""
        made = self.__class__.__new__(self.__class__)
        object.__setattr__(made, "__dict__", self.__dict__ | (update or {}))
        return made


def _generate(cls: type[Any], keyword: str) -> None:
    """Makes a class a dataclass and gives it its `__init__` and `in_order`, which put all values in place at once: an assignment for each
    would take four times as long."""
    cls.__doc__ = cls.__doc__ or " "  # else `dataclass` writes one from the signature, which takes longer than all else
    dataclass(init=False, repr=False, eq=False, kw_only=bool(keyword))(cls)
    scope: dict[str, Any] = {"_put": object.__setattr__, "_new": object.__new__, "_cls": cls}
    every = fields(cls)
    parameters = ", ".join([parameter(f, scope) for f in every])
    values = ", ".join([f"{f.name!r}: {value(f)}" for f in every])
    code = f"def __init__(self, {keyword if every else ''}{parameters}):\n    _put(self, '__dict__', {{{values}}})\n"
    if keyword:
        names = [f.name for f in every]
        taken = ", ".join([f"{n!r}: {n}" for n in names])
        code += f"def in_order({', '.join(names)}):\n    made = _new(_cls)\n    _put(made, '__dict__', {{{taken}}})\n    return made\n"
    exec(code, scope)
    cls.__init__ = scope["__init__"]
    cls.__init__.__qualname__ = f"{cls.__qualname__}.__init__"
    if keyword:
        cls.in_order = staticmethod(scope["in_order"])
