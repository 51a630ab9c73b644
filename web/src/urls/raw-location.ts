import { useBrowserLocation, useSearch } from 'wouter/use-browser-location';

/**
 * The address as the browser has it, for the router. The router decodes what it is given once, and leaves `%2F` but not `%25`
 * encoded, so that `a%252Fb` could no longer be told from `a%2Fb`; here that decoding gives the text of the browser back. Steps
 * of an address can be decoded without an error: one that is not encoded well is taken literally.
 */
export const useRawLocation = Object.assign(usePath, { searchHook: useRawSearch });

function usePath(): ReturnType<typeof useBrowserLocation> {
  const [path, navigate] = useBrowserLocation();
  return [escaped(decodable(path)), navigate];
}

function useRawSearch(): string {
  return escaped(useSearch());
}

/** The text that `decodeURI` turns into this one. */
export function escaped(text: string): string {
  return text.replaceAll('%', '%25');
}

/** A path with a lone `%` or bytes that are no UTF-8 stands for itself. */
export function decodable(path: string): string {
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return escaped(path);
  }
}
