"""Which names are kept from probes."""

import pytest

from sessionlens.probes.secrets import is_secret

SECRETS = ".env .env.local prod.env id_rsa server.key ca.pem .npmrc credentials secrets.yaml x.tfstate .aws".split()  # noqa: SIM905
HARMLESS = ".env.example secrets.py environment keyboard.txt monkey.c credentials.md main.rs .github id_rsa.pub".split()  # noqa: SIM905


@pytest.mark.parametrize("name", SECRETS)
def test_secret(name: str) -> None:
    assert is_secret(name)


@pytest.mark.parametrize("name", HARMLESS)
def test_not_secret(name: str) -> None:
    assert not is_secret(name)
