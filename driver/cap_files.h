/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a capture file has: buffers, and runs of the engine.
 */
#ifndef FOREBAY_CAP_FILES_H
#define FOREBAY_CAP_FILES_H

#include "cap.h"

int forebay_cap_begin(struct forebay_capture *cap, struct file *filp);
int forebay_cap_remake(struct forebay_capture *cap, struct forebay_cap_setup *setup);
int forebay_cap_start(struct forebay_capture *cap);
int forebay_cap_stop(struct forebay_capture *cap);
void forebay_cap_close(struct forebay_capture *cap, bool there);
void forebay_cap_end(struct forebay_capture *cap, int over);

#endif
