/** An image in the link itself. SVG, which can refer to other files, is not among the types. */
const EMBEDDED = /^data:image\/(?:png|jpeg|webp|gif);base64,/;

/**
 * Whether pages show the picture at this link: an embedded image, or one of this server. Pages load nothing from other servers,
 * which would learn who looks at them.
 */
export function isShownPicture(link: string): boolean {
  return EMBEDDED.test(link) || isOfThisServer(link);
}

/** Whether a link may be stored as a picture: {@link isShownPicture}, or an https URL for other programs. */
export function isPictureLink(link: string): boolean {
  return isShownPicture(link) || (URL.canParse(link) && new URL(link).protocol === 'https:');
}

function isOfThisServer(link: string): boolean {
  if (!URL.canParse(link, location.origin)) return false;
  const url = new URL(link, location.origin);
  // Links without a scheme are relative to the page that shows them, unless they begin at the root.
  return url.origin === location.origin && (link.startsWith('/') || URL.canParse(link));
}
