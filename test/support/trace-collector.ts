import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** A received span. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 2: server. */
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** 2: error. */
  readonly status: { readonly code?: number };
}

/** OpenTelemetry collector that receives OTLP as JSON over HTTP and stores it. */
export interface TraceCollector extends AsyncDisposable {
  /** Endpoint to configure. */
  readonly url: string;
  readonly spans: readonly CollectedSpan[];
  /** All request bodies, as text. */
  readonly bodies: readonly string[];
  /** Resource attributes of the last sender. */
  readonly resource: Readonly<Record<string, unknown>>;
  /** Waits for a span that matches, without a limit. */
  awaited(isWanted: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
  /** All spans below a span, at any depth; those nearer to it first. */
  below(span: CollectedSpan): readonly CollectedSpan[];
}

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface SentSpans {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes'> & { attributes: readonly Attribute[] })[];
    }[];
  }[];
}

/** Starts a collector on a free port; it delays each response by `delayMs`. */
export async function startCollector({ delayMs = 0 } = {}): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  let resource: Readonly<Record<string, unknown>> = {};
  const take = async (request: IncomingMessage): Promise<void> => {
    // The sender is the OpenTelemetry exporter, with a specified format.
    const sent = (await json(request)) as SentSpans;
    bodies.push(JSON.stringify(sent));
    for (const { resource: from, scopeSpans } of sent.resourceSpans) {
      resource = named(from.attributes);
      for (const span of scopeSpans.flatMap((scope) => scope.spans)) {
        spans.push({ ...span, attributes: named(span.attributes) });
      }
    }
  };
  const below = ({ spanId }: CollectedSpan): readonly CollectedSpan[] => {
    const children = spans.filter(({ parentSpanId }) => parentSpanId === spanId);
    return [...children, ...children.flatMap(below)];
  };
  const server = createServer((request, response) => {
    void take(request)
      .then(() => pause(delayMs))
      .then(() => response.setHeader('content-type', 'application/json').end('{}'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    get resource() {
      return resource;
    },
    awaited: async (isWanted) => {
      for (;;) {
        const found = spans.find(isWanted);
        if (found !== undefined) return found;
        await pause(20);
      }
    },
    below,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function named(attributes: readonly Attribute[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
