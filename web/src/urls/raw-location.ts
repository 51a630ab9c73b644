import { useBrowserLocation, useSearch } from 'wouter/use-browser-location';

/**
 * Location hook that gives the router the browser's raw path. The router decodes its input once and leaves `%2F` but not `%25`
 * encoded, which would make `a%252Fb` and `a%2Fb` equal; escaping the path first makes that decoding return the raw path.
 * Malformed percent-encoding in a segment is taken literally, so that segments can always be decoded.
 */
export const useRawLocation = Object.assign(usePath, { searchHook: useRawSearch });

function usePath(): ReturnType<typeof useBrowserLocation> {
  const [path, navigate] = useBrowserLocation();
  return [escaped(decodable(path)), navigate];
}

function useRawSearch(): string {
  return escaped(useSearch());
}

/** Returns the text that `decodeURI` decodes to this one. */
export function escaped(text: string): string {
  return text.replaceAll('%', '%25');
}

/** Makes a path decodable: a lone `%`, or bytes that are not UTF-8, are taken literally. */
export function decodable(path: string): string {
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return escaped(path);
  }
}
