# SPDX-License-Identifier: Apache-2.0
"""What other programs call, in their order: clients.cpp, which threads may share and end in the middle of."""

import os
import subprocess
import unittest
from pathlib import Path


class Clients(unittest.TestCase):
    """Programs that know nothing of this project."""

    def test_what_they_call_ends_well(self):
        program = Path(os.environ["SOAPY_SDR_PLUGIN_PATH"]) / "clients"
        run = subprocess.run([program], capture_output=True, text=True, timeout=200, check=False)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"clients: [1-9]\d* checks")


if __name__ == "__main__":
    unittest.main()
