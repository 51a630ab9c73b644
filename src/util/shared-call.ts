/** A function whose callers share the call that is under way; the next call begins when it has ended. */
export function sharedCall<T>(call: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<T> | undefined;
  return () => {
    underWay ??= call().finally(() => (underWay = undefined));
    return underWay;
  };
}
