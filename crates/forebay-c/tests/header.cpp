// SPDX-License-Identifier: Apache-2.0
#include "forebay_capture.h"

int main()
{
	return *forebay_last_error() == 0 ? FOREBAY_STATUS_OK : FOREBAY_STATUS_BROKEN;
}
