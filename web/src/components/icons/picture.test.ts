import { describe, expect, it, vi } from 'vitest';
import { isPictureLink, isShownPicture } from './picture.ts';

vi.stubGlobal('location', { origin: 'https://catalog.example' });

describe('links to pictures', () => {
  it.each([
    ['data:image/png;base64,AAAA', true, true],
    ['data:image/svg+xml;base64,AAAA', false, false],
    ['data:text/html;base64,AAAA', false, false],
    ['/assets/ada.png', true, true],
    ['https://catalog.example/ada.png', true, true],
    ['//evil.example/ada.png', false, false],
    ['https://elsewhere.example/ada.png', false, true],
    ['http://elsewhere.example/ada.png', false, false],
    ['javascript:alert(1)', false, false],
    ['ada.png', false, false],
    ['', false, false],
  ])('%j: shown %s, accepted %s', (link, isShown, isAccepted) => {
    expect([isShownPicture(link), isPictureLink(link)]).toEqual([isShown, isAccepted]);
  });
});
