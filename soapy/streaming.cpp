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

// nullptr if it is not open.
std::shared_ptr<ForebayStream> ForebayDevice::opened(SoapySDR::Stream *stream) const
{
    const std::lock_guard<std::mutex> lock(mutex_);
    const std::shared_ptr<ForebayStream> streams[] = {receive_, transmit_};
    for (const auto &open : streams)
        if (open && reinterpret_cast<SoapySDR::Stream *>(open.get()) == stream) return open;
    return nullptr;
}

std::shared_ptr<ForebayStream> ForebayDevice::known(SoapySDR::Stream *stream) const
{
    auto open = opened(stream);
    if (!open) throw std::runtime_error("that stream is not open on " + spec_);
    return open;
}

// Does something to a stream of a direction; an error code if it is of the other one, or not open.
template <typename Way, typename Call> int ForebayDevice::with(SoapySDR::Stream *stream, Call call) const
{
    const auto open = opened(stream);
    // Another thread may have closed it just now, which is nothing to throw for.
    if (!open) return SOAPY_SDR_STREAM_ERROR;
    auto *const way = dynamic_cast<Way *>(open.get());
    return way ? call(*way) : SOAPY_SDR_NOT_SUPPORTED;
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
        receive_ = std::make_shared<ReceiveStream>(card_.get(), clock, *known_format, wanted, args, plan_.receive.rate.hertz);
        opened = receive_.get();
    } else {
        if (transmit_) throw std::runtime_error(spec_ + " has a stream already that sends: close it first");
        transmit_ = std::make_shared<TransmitStream>(card_.get(), clock, *known_format, wanted, args, plan_.transmit);
        opened = transmit_.get();
    }
    return reinterpret_cast<SoapySDR::Stream *>(opened);
}

void ForebayDevice::closeStream(SoapySDR::Stream *stream)
{
    const auto closed = known(stream);
    closed->deactivate();
    const std::lock_guard<std::mutex> lock(mutex_);
    if (receive_ == closed) receive_.reset();
    if (transmit_ == closed) transmit_.reset();
}

size_t ForebayDevice::getStreamMTU(SoapySDR::Stream *stream) const
{
    return known(stream)->elements();
}

int ForebayDevice::activateStream(SoapySDR::Stream *stream, int flags, long long timeNs, size_t numElems)
{
    const auto open = known(stream);
    Plan plan;
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        plan = plan_;
        // What was said ahead was said for this activation.
        if (open == receive_) {
            plan_.receive.start_ns = -1;
            plan_.receive.samples = 0;
        } else {
            plan_.transmit.start_ns = -1;
        }
    }
    // The other stream goes on meanwhile.
    return open->activate(plan, flags, timeNs, numElems);
}

int ForebayDevice::deactivateStream(SoapySDR::Stream *stream, int flags, long long)
{
    if ((flags & SOAPY_SDR_HAS_TIME) != 0) return SOAPY_SDR_NOT_SUPPORTED;
    return with<ForebayStream>(stream, [](ForebayStream &open) { return open.deactivate(); });
}

int ForebayDevice::readStream(SoapySDR::Stream *stream, void *const *buffs, size_t numElems, int &flags, long long &timeNs,
                              long timeoutUs)
{
    return with<ReceiveStream>(
        stream, [&](ReceiveStream &receives) { return receives.read(buffs, numElems, flags, timeNs, timeoutUs); });
}

size_t ForebayDevice::getNumDirectAccessBuffers(SoapySDR::Stream *stream)
{
    return known(stream)->buffers();
}

int ForebayDevice::acquireReadBuffer(SoapySDR::Stream *stream, size_t &handle, const void **buffs, int &flags,
                                     long long &timeNs, long timeoutUs)
{
    return with<ReceiveStream>(
        stream, [&](ReceiveStream &receives) { return receives.acquire(handle, buffs, flags, timeNs, timeoutUs); });
}

void ForebayDevice::releaseReadBuffer(SoapySDR::Stream *stream, size_t handle)
{
    with<ReceiveStream>(stream, [&](ReceiveStream &receives) {
        receives.release(handle);
        return 0;
    });
}

int ForebayDevice::writeStream(SoapySDR::Stream *stream, const void *const *buffs, size_t numElems, int &flags,
                               long long timeNs, long timeoutUs)
{
    return with<TransmitStream>(
        stream, [&](TransmitStream &sends) { return sends.write(buffs, numElems, flags, timeNs, timeoutUs); });
}

int ForebayDevice::readStreamStatus(SoapySDR::Stream *stream, size_t &chanMask, int &flags, long long &timeNs, long timeoutUs)
{
    return with<TransmitStream>(
        stream, [&](TransmitStream &sends) { return sends.status(chanMask, flags, timeNs, timeoutUs); });
}

int ForebayDevice::acquireWriteBuffer(SoapySDR::Stream *stream, size_t &handle, void **buffs, long timeoutUs)
{
    return with<TransmitStream>(stream, [&](TransmitStream &sends) { return sends.acquire(handle, buffs, timeoutUs); });
}

void ForebayDevice::releaseWriteBuffer(SoapySDR::Stream *stream, size_t handle, size_t numElems, int &flags, long long timeNs)
{
    with<TransmitStream>(stream, [&](TransmitStream &sends) {
        sends.release(handle, numElems, flags, timeNs);
        return 0;
    });
}
