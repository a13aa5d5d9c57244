# SPDX-License-Identifier: Apache-2.0
"""The order of tests."""


def pytest_collection_modifyitems(items):
    """Those that take minutes come first, so that nobody waits for one alone at the end."""
    items.sort(key=lambda item: item.get_closest_marker("minutes") is None)
