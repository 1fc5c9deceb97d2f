"""Secrets go, hashes and numbers stay, and hostile text costs no more than long text."""

import time

import pytest

from sessionlens.reports.redact import RULES, Redactor

SECRETS = {
    "aws-key-id": "AKIA" + "J3K4" * 4,
    "github-token": "ghp_" + "aB3d" * 9,
    "gitlab-token": "glpat-" + "aB3d" * 5,
    "anthropic-key": "sk-ant-api03-" + "aB3d" * 10,
    "openai-key": "sk-proj-" + "aB3d" * 10,
    "slack-token": "xoxb-" + "12345-abcDE-" * 3,
    "slack-hook": "https://hooks.slack.com/services/T00000000/B00000000/" + "aB3d" * 6,
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0abc." + "aB3d" * 8,
    "npm-token": "npm_" + "aB3d" * 9,
    "pypi-token": "pypi-" + "AgEI" * 14,
    "google-key": "AIza" + "aB3d_" * 7,
    "stripe-key": "sk_live_" + "aB3d" * 6,
    "hugging-face": "hf_" + "aB3d" * 9,
    "sendgrid-key": "SG." + "aB3d" * 5 + "." + "aB3d" * 10,
    "telegram-token": "123456789:AA" + "aB3d" * 8 + "x",
    "url-password": "postgres://ada:S3cretPw@db.example/x",
    "bearer": "Authorization: Bearer " + "aB3d." * 6,
    "aws-secret": "aws_secret_access_key = " + "aB3/" * 10,
    "value": "DB_PASSWORD=hunter2horse",
    "docker-token": "dckr_pat_" + "aB3d" * 7,
    "private-key": "-----BEGIN OPENSSH PRIVATE KEY-----\nabc\n-----END OPENSSH PRIVATE KEY-----",
    "digitalocean-token": "dop_v1_" + "0a1b" * 16,
    "age-key": "AGE-SECRET-KEY-1" + "Q3ZX" * 14,
    "azure-key": "AccountKey=" + "aB3/" * 12 + "==",
    "google-oauth": "GOCSPX-" + "aB3d" * 6,
    "twilio-key": "SK" + "0a1b" * 8,
    "shopify-token": "shpat_" + "0a1b" * 8,
    "linear-key": "lin_api_" + "aB3d" * 9,
    "grafana-token": "glc_" + "aB3d" * 10,
    "databricks-token": "dapi" + "0a1b" * 8,
    "cargo-token": "cio" + "aB3d" * 8,
    "basic-auth": "Authorization: Basic YWRhOnNlY3JldA==",
    "discord-hook": "/api/webhooks/123456789012/" + "aB3d" * 12,
}
INNOCENT = (
    "commit 3f1c9a7e5b2d4f6a8c0e1d3b5f7a9c2e4d6f8a0b",
    "sha256: 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "55.4 s +/- 0.3 s",
    "max_tokens = 4096",
    "token: string",
    "password: str",
    "secret = None",
    "api_key=os.environ['KEY']",
    "tokens=123456789",
    "-sk-flag and task-list-items",
    "password=$DB_PASSWORD",
    "the desk-lamp-with-a-long-name-here is on",
    "https://example.org/a:b@c",
    "git show 1234567:src/a.rs",
    "token = tokenizer.next()",
)


@pytest.mark.parametrize("name", sorted(SECRETS))
def test_a_secret_of_each_kind_goes(name: str) -> None:
    secret = SECRETS[name]
    shown = Redactor()(f"before {secret} after")
    assert f"[redacted:{name}#1]" in shown and shown.startswith("before ") and shown.endswith(" after")
    assert Redactor()(shown) == shown


def test_every_rule_has_a_case() -> None:
    assert {rule.name for rule in RULES} == set(SECRETS)


@pytest.mark.parametrize("text", INNOCENT)
def test_hashes_numbers_and_code_stay(text: str) -> None:
    assert Redactor()(text) == text


@pytest.mark.parametrize(
    "written",
    [
        """password="hunter2horse" 4 s""",
        """{"password": "hunter2horse"}""",
        r"""-d "{\"password\": \"hunter2horse\"}" """,
        r"""{"text": "curl -d \"{\\\"api_key\\\":\\\"hunter2horse\\\"}\""}""",
        """message="with password=&quot;hunter2horse&quot; on" """,
        """{&quot;token&quot;: &quot;hunter2horse&quot;}""",
    ],
)
def test_a_value_goes_whatever_writes_its_quotes(written: str) -> None:
    shown = Redactor()(written)
    assert shown == written.replace("hunter2horse", "[redacted:value#1]")


@pytest.mark.parametrize("name", sorted(SECRETS))
def test_blotting_out_keeps_every_place(name: str) -> None:
    text = f"before {SECRETS[name]} after"
    shown = Redactor().blotted(text)
    assert len(shown) == len(text) and shown.count("\n") == text.count("\n") and "***" in shown
    assert shown.startswith("before ") and shown.endswith(" after") and Redactor()(shown) == shown


def test_a_secret_is_known_again_without_its_key() -> None:
    redact = Redactor()
    redact('{"token": "tok3nOfMine77"} and secret=model-v1.5/large')
    assert redact('tok3nOfMine77"} went out') == '[redacted:value#1]"} went out'
    assert redact("the model-v1.5/large run") == "the model-v1.5/large run"


def test_the_same_secret_keeps_its_number() -> None:
    redact = Redactor()
    one, two = "ghp_" + "aB3d" * 9, "ghp_" + "zY9x" * 9
    assert redact(f"{one} {two} {one}") == "[redacted:github-token#1] [redacted:github-token#2] [redacted:github-token#1]"
    assert redact(two) == "[redacted:github-token#2]"


@pytest.mark.parametrize(
    "text",
    [
        "password=" * 20000,
        "eyJ" * 60000,
        "-----BEGIN PRIVATE KEY-----" * 5000,
        "://a:b" * 30000,
        "aws secret = " * 10000,
        "sk-" * 60000,
        "x_" * 90000 + "token=",
    ],
)
def test_hostile_text_is_bounded(text: str) -> None:
    start = time.process_time()
    Redactor()(text)
    assert time.process_time() - start < 4
