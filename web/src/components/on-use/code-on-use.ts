import { useEffect, useReducer, useRef } from 'react';
import { CODE_MISSING } from '../feedback/error-boundary.tsx';
import { showToast } from '../feedback/toasts.tsx';

/** All code that is loaded when it is used. */
const ALL = new Set<{ readonly load: () => Promise<unknown> }>();

/** Code of a control that is loaded when the control is used, or earlier, by {@link loadControls}. */
export class CodeOnUse<Code> {
  readonly #import: () => Promise<Code>;
  #loading: Promise<Code> | undefined;
  #loaded: Code | undefined;

  constructor(load: () => Promise<Code>) {
    this.#import = load;
    ALL.add(this);
  }

  /** The code once it is loaded. */
  get loaded(): Code | undefined {
    return this.#loaded;
  }

  /** Loads the code. Rejects if the server does not send it; the next call tries again. */
  load(): Promise<Code> {
    this.#loading ??= this.#import().then(
      (code) => (this.#loaded = code),
      (error: unknown) => {
        this.#loading = undefined;
        throw error;
      },
    );
    return this.#loading;
  }
}

/** Loads the code of all controls before they are used. */
export function loadControls(): void {
  // A failure is reported when the control is used.
  for (const code of ALL) code.load().catch(() => undefined);
}

/**
 * The code once it is loaded. Loads it for each new `use` unless that is undefined, and reports a failure, after which
 * `onFailure` is called.
 */
export function useCode<Code>(code: CodeOnUse<Code>, use: unknown, onFailure?: () => void): Code | undefined {
  const [, render] = useReducer((count: number) => count + 1, 0);
  const { loaded } = code;
  const fail = useRef(onFailure);
  fail.current = onFailure;
  const missing = loaded === undefined ? use : undefined;
  useEffect(() => {
    if (missing === undefined) return undefined;
    let isCurrent = true;
    code.load().then(
      () => {
        if (isCurrent) render();
      },
      () => {
        if (!isCurrent) return;
        showToast(CODE_MISSING);
        fail.current?.();
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [code, missing]);
  return loaded;
}
