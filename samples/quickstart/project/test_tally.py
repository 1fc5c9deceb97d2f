import unittest

import tally

LINES = [
    "10:00:01 open file 3",
    "10:00:02 read 120 bytes",
    "10:00:03 open file 4",
    "10:00:04 close file 3",
    "10:00:05 read 7 bytes",
    "10:00:06 read 99 bytes",
]


class Template(unittest.TestCase):
    def test_the_time_goes(self):
        self.assertEqual(tally.template("10:00:01 ready"), "ready")

    def test_numbers_become_a_sign(self):
        self.assertEqual(tally.template("10:00:01 read 120 of 500"), "read # of #")


class Kinds(unittest.TestCase):
    def test_each_kind_once(self):
        self.assertEqual(sorted(tally.kinds(LINES)), ["close file #", "open file #", "read # bytes"])

    def test_none(self):
        self.assertEqual(len(tally.kinds([])), 0)


class Order(unittest.TestCase):
    def test_kinds_come_in_order_of_appearance(self):
        self.assertEqual(list(tally.kinds(LINES)), ["open file #", "read # bytes", "close file #"])


class Top(unittest.TestCase):
    def test_most_frequent_first(self):
        self.assertEqual(tally.top(LINES, 2), [("read # bytes", 3), ("open file #", 2)])

    def test_ties_by_name(self):
        self.assertEqual(tally.top(["1 b", "2 a"], 2), [("a", 1), ("b", 1)])
