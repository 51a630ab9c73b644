import type { SpanAttributes, WorkTracer } from '../../tracing.ts';

/** How an operation is shown as a span. */
export interface ShownOperation {
  readonly name: string;
  /** What is told of its arguments. */
  readonly asked?: (args: readonly unknown[]) => SpanAttributes;
  /** What is told of its outcome. */
  readonly answered?: (outcome: unknown) => SpanAttributes;
}

/** The same object, except that the operations of the table are spans below whatever calls them, and parts are replaced. */
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
      // Members keep private state, which a proxy has none of.
      const bound: unknown = member.bind(original);
      operations.set(name, bound);
      return bound;
    },
  });
}
