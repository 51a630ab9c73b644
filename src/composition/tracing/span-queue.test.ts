import { ExportResultCode } from '@opentelemetry/core';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import { describe, expect, it } from 'vitest';
import { SpanQueue } from './span-queue.ts';

type Done = Parameters<SpanExporter['export']>[1];

/** The part of a span that the queue reads. */
const SPAN = { spanContext: () => ({ traceFlags: 1 }) } as unknown as ReadableSpan;
const UNSAMPLED = { spanContext: () => ({ traceFlags: 0 }) } as unknown as ReadableSpan;

function queueOf(take: (spans: number, done: Done) => void) {
  const warnings: string[] = [];
  const queue = new SpanQueue({
    capacity: 4,
    batch: 2,
    delayMs: 60_000,
    endMs: 50,
    exporter: {
      export: (spans, done) => take(spans.length, done),
      shutdown: () => Promise.resolve(),
    },
    warn: (message) => warnings.push(message),
  });
  return { queue, warnings };
}

const add = (queue: SpanQueue, count: number): void => {
  for (let i = 0; i < count; i++) queue.onEnd(SPAN);
};

describe('SpanQueue', () => {
  it('sends batches, and the rest at the end', async () => {
    const batches: number[] = [];
    const { queue } = queueOf((count, done) => {
      batches.push(count);
      done({ code: ExportResultCode.SUCCESS });
    });
    add(queue, 3);
    queue.onEnd(UNSAMPLED);
    await queue.shutdown();
    expect(batches).toEqual([2, 1]);
    expect(queue.counts).toEqual({ sent: 3, dropped: 0, failed: 0 });
  });

  it('drops and counts spans beyond its capacity when the collector hangs, and shuts down in time', async () => {
    const { queue, warnings } = queueOf(() => undefined);
    add(queue, 20);
    // Two are being sent, four are queued.
    expect(queue.counts.dropped).toBe(14);
    expect(warnings).toHaveLength(1);
    await queue.shutdown();
    add(queue, 1);
    expect(queue.counts).toEqual({ sent: 0, dropped: 19, failed: 0 });
  });

  it('counts spans that the collector refuses, and warns once per outage', async () => {
    let isUp = false;
    const { queue, warnings } = queueOf((_count, done) =>
      done({ code: isUp ? ExportResultCode.SUCCESS : ExportResultCode.FAILED }),
    );
    for (const up of [false, false, true, false]) {
      isUp = up;
      add(queue, 2);
      await queue.forceFlush();
    }
    expect(queue.counts).toEqual({ sent: 2, dropped: 0, failed: 6 });
    expect(warnings).toHaveLength(2);
  });
});
