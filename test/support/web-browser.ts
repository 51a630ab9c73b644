/** One answer as a browser gets it, before it follows a redirect. */
export interface Page {
  readonly status: number;
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
}

/** A browser that keeps cookies by origin and follows redirects as far as it is told. */
export class WebBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** Cookies of an origin, to be looked at and changed. */
  cookies(origin: string): Map<string, string> {
    const known = this.#cookies.get(origin) ?? new Map<string, string>();
    this.#cookies.set(origin, known);
    return known;
  }

  /** Gets one page. */
  async get(url: string): Promise<Page> {
    const { origin } = new URL(url);
    const jar = this.cookies(origin);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const text of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(text) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return { status: response.status, url, headers: response.headers, text: await response.text() };
  }

  /** Follows redirects until there is none, or until the next address is one to stop at. */
  async visit(url: string, stopAt: (url: string) => boolean = () => false): Promise<Page> {
    let page = await this.get(url);
    for (let i = 0; i < 20; i++) {
      const location = page.headers.get('location');
      if (location === null) return page;
      const next = new URL(location, page.url).href;
      if (stopAt(next)) return { ...page, url: next };
      page = await this.get(next);
    }
    throw new Error(`${url} redirects without an end`);
  }
}
