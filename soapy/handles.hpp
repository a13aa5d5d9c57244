// SPDX-License-Identifier: Apache-2.0
// Handles of the C interface, each ended once.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>

#include "forebay_capture.h"

struct EndHandle {
    void operator()(forebay_device *device) const { forebay_close(device); }
    void operator()(forebay_capture *capture) const { forebay_capture_close(capture); }
    void operator()(forebay_buffer *buffer) const { forebay_buffer_release(buffer); }
    void operator()(forebay_transmit *transmit) const { forebay_transmit_close(transmit); }
    void operator()(forebay_transmit_buffer *buffer) const { forebay_transmit_buffer_release(buffer); }
    void operator()(forebay_bursts *bursts) const { forebay_bursts_close(bursts); }
};

using Card = std::unique_ptr<forebay_device, EndHandle>;
using CaptureEngine = std::unique_ptr<forebay_capture, EndHandle>;
using FullBuffer = std::unique_ptr<forebay_buffer, EndHandle>;
using TransmitEngine = std::unique_ptr<forebay_transmit, EndHandle>;
using FreeBuffer = std::unique_ptr<forebay_transmit_buffer, EndHandle>;

// Throws what the library says where a call has not done what it should.
inline void must(forebay_status status)
{
    if (status != FOREBAY_STATUS_OK) throw std::runtime_error(forebay_last_error());
}
