// SPDX-License-Identifier: Apache-2.0
// A card that receives and, if it has what that takes, sends, as SoapySDR has it.
#pragma once

#include <SoapySDR/Device.hpp>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "handles.hpp"
#include "receive.hpp"
#include "transmit.hpp"

class ForebayDevice : public SoapySDR::Device {
public:
    explicit ForebayDevice(const SoapySDR::Kwargs &args);

    // What it is.
    std::string getDriverKey() const override;
    std::string getHardwareKey() const override;
    SoapySDR::Kwargs getHardwareInfo() const override;
    size_t getNumChannels(int direction) const override;
    bool getFullDuplex(int direction, size_t channel) const override;

    // Streams.
    std::vector<std::string> getStreamFormats(int direction, size_t channel) const override;
    std::string getNativeStreamFormat(int direction, size_t channel, double &fullScale) const override;
    SoapySDR::ArgInfoList getStreamArgsInfo(int direction, size_t channel) const override;
    SoapySDR::Stream *setupStream(int direction, const std::string &format, const std::vector<size_t> &channels,
                                  const SoapySDR::Kwargs &args) override;
    void closeStream(SoapySDR::Stream *stream) override;
    size_t getStreamMTU(SoapySDR::Stream *stream) const override;
    int activateStream(SoapySDR::Stream *stream, int flags, long long timeNs, size_t numElems) override;
    int deactivateStream(SoapySDR::Stream *stream, int flags, long long timeNs) override;
    int readStream(SoapySDR::Stream *stream, void *const *buffs, size_t numElems, int &flags, long long &timeNs,
                   long timeoutUs) override;
    size_t getNumDirectAccessBuffers(SoapySDR::Stream *stream) override;
    int acquireReadBuffer(SoapySDR::Stream *stream, size_t &handle, const void **buffs, int &flags, long long &timeNs,
                          long timeoutUs) override;
    void releaseReadBuffer(SoapySDR::Stream *stream, size_t handle) override;
    int writeStream(SoapySDR::Stream *stream, const void *const *buffs, size_t numElems, int &flags, long long timeNs,
                    long timeoutUs) override;
    int readStreamStatus(SoapySDR::Stream *stream, size_t &chanMask, int &flags, long long &timeNs, long timeoutUs) override;
    int acquireWriteBuffer(SoapySDR::Stream *stream, size_t &handle, void **buffs, long timeoutUs) override;
    void releaseWriteBuffer(SoapySDR::Stream *stream, size_t handle, size_t numElems, int &flags, long long timeNs) override;

    // What samples are.
    std::vector<std::string> listAntennas(int direction, size_t channel) const override;
    void setAntenna(int direction, size_t channel, const std::string &name) override;
    std::string getAntenna(int direction, size_t channel) const override;
    std::vector<std::string> listGains(int direction, size_t channel) const override;
    using SoapySDR::Device::setGain;
    void setGain(int direction, size_t channel, const std::string &name, double value) override;
    using SoapySDR::Device::getGain;
    double getGain(int direction, size_t channel, const std::string &name) const override;
    using SoapySDR::Device::getGainRange;
    SoapySDR::Range getGainRange(int direction, size_t channel, const std::string &name) const override;
    std::vector<std::string> listFrequencies(int direction, size_t channel) const override;
    using SoapySDR::Device::setFrequency;
    void setFrequency(int direction, size_t channel, const std::string &name, double frequency,
                      const SoapySDR::Kwargs &args) override;
    using SoapySDR::Device::getFrequency;
    double getFrequency(int direction, size_t channel, const std::string &name) const override;
    using SoapySDR::Device::getFrequencyRange;
    SoapySDR::RangeList getFrequencyRange(int direction, size_t channel, const std::string &name) const override;
    void setSampleRate(int direction, size_t channel, double rate) override;
    double getSampleRate(int direction, size_t channel) const override;
    std::vector<double> listSampleRates(int direction, size_t channel) const override;
    SoapySDR::RangeList getSampleRateRange(int direction, size_t channel) const override;
    void setBandwidth(int direction, size_t channel, double bandwidth) override;
    double getBandwidth(int direction, size_t channel) const override;
    SoapySDR::RangeList getBandwidthRange(int direction, size_t channel) const override;

    // Time.
    bool hasHardwareTime(const std::string &what) const override;
    long long getHardwareTime(const std::string &what) const override;
    void setHardwareTime(long long timeNs, const std::string &what) override;

    // What else can be said and asked.
    SoapySDR::ArgInfoList getSettingInfo() const override;
    void writeSetting(const std::string &key, const std::string &value) override;
    std::string readSetting(const std::string &key) const override;
    std::vector<std::string> listSensors() const override;
    SoapySDR::ArgInfo getSensorInfo(const std::string &key) const override;
    std::string readSensor(const std::string &key) const override;
    std::vector<std::string> listSensors(int direction, size_t channel) const override;
    SoapySDR::ArgInfo getSensorInfo(int direction, size_t channel, const std::string &key) const override;
    std::string readSensor(int direction, size_t channel, const std::string &key) const override;

private:
    size_t channels(int direction) const;
    void there_is(int direction, size_t channel) const;
    size_t there_are(int direction, const std::vector<size_t> &asked) const;
    const Rate &rate(int direction) const;
    // What a stream is at the moment, if it is open: whoever uses one may have to wait for another thread in it, and nobody else is to wait for that.
    template <typename Way> std::shared_ptr<Way> current(const std::shared_ptr<Way> &stream) const
    {
        const std::lock_guard<std::mutex> lock(mutex_);
        return stream;
    }
    std::shared_ptr<ForebayStream> opened(SoapySDR::Stream *stream) const;
    std::shared_ptr<ForebayStream> known(SoapySDR::Stream *stream) const;
    template <typename Way, typename Call> int with(SoapySDR::Stream *stream, Call call) const;

    std::string spec_;
    Card card_;
    uint64_t clock_hz_;
    // It has a way to the air.
    bool transmits_;
    // Guards what follows; streams have locks of their own, and live on while somebody uses one that another closes.
    mutable std::mutex mutex_;
    // By direction.
    double frequency_[2] = {0, 0};
    Plan plan_;
    // Each engine has one owner.
    std::shared_ptr<ReceiveStream> receive_;
    std::shared_ptr<TransmitStream> transmit_;
};
