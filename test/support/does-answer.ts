/** Whether a server answers at an address, and well; false while it is starting. */
export async function doesAnswer(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch (error) {
    // Refused connections are what a server that is starting answers with.
    if (error instanceof TypeError || error instanceof DOMException) return false;
    throw error;
  }
}
