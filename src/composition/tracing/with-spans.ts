import type { SpanAttributes, WorkTracer } from '../../tracing.ts';

/** Span name and attributes of a traced operation. */
export interface ShownOperation {
  readonly name: string;
  /** Attributes from the arguments. */
  readonly asked?: (args: readonly unknown[]) => SpanAttributes;
  /** Attributes from the result. */
  readonly answered?: (outcome: unknown) => SpanAttributes;
}

/** Proxy of `target` that runs `shown` operations as child spans of their caller and substitutes `replaced` members. */
export function withSpans<Target extends object>(
  target: Target,
  tracer: WorkTracer,
  shown: Readonly<Partial<Record<keyof Target, ShownOperation>>>,
  replaced?: Readonly<Partial<Target>>,
): Target {
  const operations = new Map<string | symbol, unknown>(Object.entries(replaced ?? {}));
  for (const [name, operation] of Object.entries<ShownOperation | undefined>(shown)) {
    const member: unknown = Reflect.get(target, name);
    if (operation === undefined || typeof member !== 'function') continue;
    operations.set(name, (...args: readonly unknown[]) =>
      tracer.below(operation.name, operation.asked?.(args) ?? {}, async (span) => {
        const outcome: unknown = await Reflect.apply(member, target, args);
        if (operation.answered !== undefined) span.note(operation.answered(outcome));
        return outcome;
      }),
    );
  }
  return new Proxy(target, {
    get(original, name) {
      if (operations.has(name)) return operations.get(name);
      const member: unknown = Reflect.get(original, name);
      if (typeof member !== 'function') return member;
      // Bound to the original: private fields are not accessible through a proxy.
      const bound: unknown = member.bind(original);
      operations.set(name, bound);
      return bound;
    },
  });
}
