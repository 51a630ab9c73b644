import type { Config } from '../../config/options.ts';
import { VERSION } from '../../version.ts';
import type { OtlpOptions, OtlpTracer } from './otlp-tracer.ts';

/** Opens the configured tracer; undefined if tracing is off, and then no tracing library is loaded. */
export async function openTracing(
  { tracing }: Pick<Config, 'tracing'>,
  { now, randomHex, warn }: Pick<OtlpOptions, 'now' | 'randomHex' | 'warn'>,
): Promise<OtlpTracer | undefined> {
  if (tracing.endpoint === '') return undefined;
  const { OtlpTracer } = await import('./otlp-tracer.ts');
  return new OtlpTracer({
    endpoint: tracing.endpoint,
    sample: tracing.sample,
    version: VERSION,
    instance: randomHex(8),
    now,
    randomHex,
    warn,
  });
}
