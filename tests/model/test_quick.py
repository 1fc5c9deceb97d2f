"""The quick initialiser makes what the one of `dataclass` would have made."""

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict, field, replace

import pytest

from sessionlens.model.quick import quick


@quick
class Parcel:
    weight: float
    label: str = "plain"
    stamps: dict[str, int] = field(default_factory=dict)


def test_it_fills_fields_by_place_and_name_and_gives_defaults() -> None:
    parcel = Parcel(1.5, stamps={"blue": 2})
    assert (parcel.weight, parcel.label, parcel.stamps) == (1.5, "plain", {"blue": 2})
    assert Parcel(1.5).stamps is not Parcel(1.5).stamps


def test_what_it_makes_is_frozen_equal_and_of_its_class() -> None:
    parcel = Parcel(2.0, "heavy")
    assert type(parcel) is Parcel and parcel == Parcel(2.0, "heavy") != Parcel(2.0)
    with pytest.raises(FrozenInstanceError):
        parcel.weight = 3.0  # type: ignore[misc]
    with pytest.raises(TypeError):
        Parcel()  # type: ignore[call-arg]


def test_it_can_be_replaced_copied_and_pickled() -> None:
    parcel = Parcel(2.0, "heavy", {"red": 1})
    assert replace(parcel, label="light") == Parcel(2.0, "light", {"red": 1})
    assert copy.deepcopy(parcel) == pickle.loads(pickle.dumps(parcel)) == parcel
    assert asdict(parcel) == {"weight": 2.0, "label": "heavy", "stamps": {"red": 1}}
