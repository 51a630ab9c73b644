/** Whether a URL answers with a success status within 5 seconds; false while the server is starting. */
export async function doesAnswer(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch (error) {
    // A starting server refuses connections or times out.
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}
