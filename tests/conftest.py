"""What all tests share: examples that are drawn are the same in every run, and no clock decides whether a test passes."""

from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True)
settings.load_profile("steady")
