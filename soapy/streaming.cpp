// SPDX-License-Identifier: Apache-2.0
// What the device does with streams: at most one of each direction, at the same time.
#include <SoapySDR/Errors.hpp>
#include <SoapySDR/Formats.hpp>
#include <stdexcept>

#include "device.hpp"

namespace {

SoapySDR::ArgInfo argument_info(const char *key, const char *name, const char *description)
{
    SoapySDR::ArgInfo info;
    info.key = key;
    info.name = name;
    info.description = description;
    info.type = SoapySDR::ArgInfo::INT;
    return info;
}

} // namespace

std::vector<std::string> ForebayDevice::getStreamFormats(int, size_t) const
{
    return {SOAPY_SDR_CS16, SOAPY_SDR_CF32, SOAPY_SDR_CS8};
}

std::string ForebayDevice::getNativeStreamFormat(int direction, size_t channel, double &fullScale) const
{
    there_is(direction, channel);
    fullScale = FULL_SCALE;
    return SOAPY_SDR_CS16;
}

SoapySDR::ArgInfoList ForebayDevice::getStreamArgsInfo(int direction, size_t) const
{
    if (direction == SOAPY_SDR_TX) return {argument_info("buffers", "Buffers", "How many buffers the ring has, each of a packet; 64 if not given")};
    auto bytes = argument_info("bytes", "Bytes", "Bytes of a buffer, a multiple of 64; some 10 ms of samples if not given");
    bytes.units = "B";
    return {argument_info("buffers", "Buffers", "How many buffers the ring has; a second of samples, of 160 MiB at most, if not given"), bytes};
}

ReceiveStream *ForebayDevice::receiving(SoapySDR::Stream *stream) const
{
    return dynamic_cast<ReceiveStream *>(&known(stream));
}

TransmitStream *ForebayDevice::transmitting(SoapySDR::Stream *stream) const
{
    return dynamic_cast<TransmitStream *>(&known(stream));
}

ForebayStream &ForebayDevice::known(SoapySDR::Stream *stream) const
{
    ForebayStream *const streams[] = {receive_.get(), transmit_.get()};
    for (ForebayStream *open : streams)
        if (open && reinterpret_cast<SoapySDR::Stream *>(open) == stream) return *open;
    throw std::runtime_error("that stream is not open on " + spec_);
}

// How many channels a stream is to have: those of one time are received next to each other, and sent alike.
size_t ForebayDevice::there_are(int direction, const std::vector<size_t> &asked) const
{
    if (asked.empty()) return there_are(direction, {0});
    for (const size_t channel : asked) there_is(direction, channel);
    const size_t count = asked.size();
    bool first_ones = count == 1 || count == 2 || count == 4;
    for (size_t place = 0; place < count; place++) first_ones = first_ones && asked[place] == place;
    if (!first_ones) throw std::runtime_error("a stream has channel 0, channels 0 and 1, or channels 0 to 3, in this order");
    return count;
}

SoapySDR::Stream *ForebayDevice::setupStream(int direction, const std::string &format, const std::vector<size_t> &channels,
                                             const SoapySDR::Kwargs &args)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    const size_t wanted = there_are(direction, channels);
    const Format *const known_format = format_of(format);
    if (!known_format) throw std::runtime_error("format " + format + ": there are CS16, CF32 and CS8");
    const Clock clock{clock_hz_};
    ForebayStream *opened = nullptr;
    if (direction == SOAPY_SDR_RX) {
        if (receive_) throw std::runtime_error(spec_ + " has a stream already that receives: close it first");
        receive_ = std::make_unique<ReceiveStream>(card_.get(), clock, *known_format, wanted, args, plan_.receive.rate.hertz);
        opened = receive_.get();
    } else {
        if (transmit_) throw std::runtime_error(spec_ + " has a stream already that sends: close it first");
        transmit_ = std::make_unique<TransmitStream>(card_.get(), clock, *known_format, wanted, args, plan_.transmit);
        opened = transmit_.get();
    }
    return reinterpret_cast<SoapySDR::Stream *>(opened);
}

void ForebayDevice::closeStream(SoapySDR::Stream *stream)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    known(stream).deactivate();
    if (receiving(stream))
        receive_.reset();
    else
        transmit_.reset();
}

size_t ForebayDevice::getStreamMTU(SoapySDR::Stream *stream) const
{
    return known(stream).elements();
}

int ForebayDevice::activateStream(SoapySDR::Stream *stream, int flags, long long timeNs, size_t numElems)
{
    const std::lock_guard<std::mutex> lock(mutex_);
    const int result = known(stream).activate(plan_, flags, timeNs, numElems);
    // What was said ahead was said for this activation.
    if (receiving(stream)) {
        plan_.receive.start_ns = -1;
        plan_.receive.samples = 0;
    } else {
        plan_.transmit.start_ns = -1;
    }
    return result;
}

int ForebayDevice::deactivateStream(SoapySDR::Stream *stream, int flags, long long)
{
    if ((flags & SOAPY_SDR_HAS_TIME) != 0) return SOAPY_SDR_NOT_SUPPORTED;
    return known(stream).deactivate();
}

int ForebayDevice::readStream(SoapySDR::Stream *stream, void *const *buffs, size_t numElems, int &flags, long long &timeNs,
                              long timeoutUs)
{
    auto *const receives = receiving(stream);
    return receives ? receives->read(buffs, numElems, flags, timeNs, timeoutUs) : SOAPY_SDR_NOT_SUPPORTED;
}

size_t ForebayDevice::getNumDirectAccessBuffers(SoapySDR::Stream *stream)
{
    return known(stream).buffers();
}

int ForebayDevice::acquireReadBuffer(SoapySDR::Stream *stream, size_t &handle, const void **buffs, int &flags,
                                     long long &timeNs, long timeoutUs)
{
    auto *const receives = receiving(stream);
    return receives ? receives->acquire(handle, buffs, flags, timeNs, timeoutUs) : SOAPY_SDR_NOT_SUPPORTED;
}

void ForebayDevice::releaseReadBuffer(SoapySDR::Stream *stream, size_t handle)
{
    auto *const receives = receiving(stream);
    if (receives) receives->release(handle);
}

int ForebayDevice::writeStream(SoapySDR::Stream *stream, const void *const *buffs, size_t numElems, int &flags,
                               long long timeNs, long timeoutUs)
{
    auto *const sends = transmitting(stream);
    return sends ? sends->write(buffs, numElems, flags, timeNs, timeoutUs) : SOAPY_SDR_NOT_SUPPORTED;
}

int ForebayDevice::readStreamStatus(SoapySDR::Stream *stream, size_t &chanMask, int &flags, long long &timeNs, long timeoutUs)
{
    auto *const sends = transmitting(stream);
    return sends ? sends->status(chanMask, flags, timeNs, timeoutUs) : SOAPY_SDR_NOT_SUPPORTED;
}

int ForebayDevice::acquireWriteBuffer(SoapySDR::Stream *stream, size_t &handle, void **buffs, long timeoutUs)
{
    auto *const sends = transmitting(stream);
    return sends ? sends->acquire(handle, buffs, timeoutUs) : SOAPY_SDR_NOT_SUPPORTED;
}

void ForebayDevice::releaseWriteBuffer(SoapySDR::Stream *stream, size_t handle, size_t numElems, int &flags, long long timeNs)
{
    auto *const sends = transmitting(stream);
    if (sends) sends->release(handle, numElems, flags, timeNs);
}
