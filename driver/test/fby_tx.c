// SPDX-License-Identifier: GPL-2.0-only
#include "fby_tx.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fby_buffer.h"
#include "fby_test.h"

/* Longest that a buffer takes to become free, on an emulated machine. */
#define SEND_MS 20000u

int fby_tx_setup(int fd, struct forebay_tx_setup *setup)
{
	return ioctl(fd, FOREBAY_IOC_TX_SETUP, setup);
}

struct fby_tx fby_tx_open(uint32_t buffers, uint32_t bytes, uint32_t flags)
{
	struct fby_tx tx = {
		.fd = fby_must_open("tx0", O_RDWR),
		.setup = { .buffers = buffers, .bytes = bytes, .flags = flags },
	};

	if (fby_tx_setup(tx.fd, &tx.setup))
		fby_bail("%u buffers of %u bytes: %s; there are %u of %u", buffers, bytes, strerror(errno),
			 tx.setup.buffers, tx.setup.bytes);
	return tx;
}

void fby_tx_map(struct fby_tx *tx)
{
	tx->map = fby_map_buffers(tx->fd, tx->setup.buffers, tx->setup.map_bytes, PROT_READ | PROT_WRITE);
}

void fby_tx_unmap(struct fby_tx *tx)
{
	if (tx->map)
		munmap(tx->map, (size_t)tx->setup.buffers * tx->setup.map_bytes);
	tx->map = NULL;
}

void fby_tx_close(struct fby_tx *tx)
{
	fby_tx_unmap(tx);
	close(tx->fd);
}

int fby_tx_start(const struct fby_tx *tx)
{
	return ioctl(tx->fd, FOREBAY_IOC_TX_START);
}

int fby_tx_stop(const struct fby_tx *tx)
{
	return ioctl(tx->fd, FOREBAY_IOC_TX_STOP);
}

int fby_tx_take(const struct fby_tx *tx, uint32_t timeout_ms, uint32_t *index)
{
	struct forebay_tx_take take = { .timeout_ms = timeout_ms };
	int ret = ioctl(tx->fd, FOREBAY_IOC_TX_TAKE, &take);

	*index = take.index;
	return ret;
}

unsigned char *fby_tx_room(const struct fby_tx *tx, uint32_t index)
{
	return tx->map + (size_t)index * tx->setup.map_bytes;
}

int fby_tx_queue(const struct fby_tx *tx, uint32_t index, uint32_t bytes)
{
	struct forebay_tx_queue queue = { .index = index, .bytes = bytes };

	return ioctl(tx->fd, FOREBAY_IOC_TX_QUEUE, &queue);
}

int fby_tx_release(const struct fby_tx *tx, uint32_t index)
{
	return ioctl(tx->fd, FOREBAY_IOC_TX_RELEASE, &index);
}

void fby_tx_send(const struct fby_tx *tx, const void *bytes, uint32_t count)
{
	uint32_t index;

	if (fby_tx_take(tx, SEND_MS, &index))
		fby_bail("no buffer is free: %s", strerror(errno));
	memcpy(fby_tx_room(tx, index), bytes, count);
	if (fby_tx_queue(tx, index, count))
		fby_bail("%u bytes are not sent: %s", count, strerror(errno));
}

int fby_tx_drain(const struct fby_tx *tx, uint32_t timeout_ms)
{
	return ioctl(tx->fd, FOREBAY_IOC_TX_DRAIN, &timeout_ms);
}

struct forebay_tx_stats fby_tx_stats(const struct fby_tx *tx)
{
	struct forebay_tx_stats stats;

	if (ioctl(tx->fd, FOREBAY_IOC_TX_STATS, &stats))
		fby_bail("FOREBAY_IOC_TX_STATS: %s", strerror(errno));
	return stats;
}
