/** Width and height of a stored picture in pixels: the largest avatar on a screen with two pixels for each. */
const SIDE = 96;

/** An image file as a small square picture, embedded in a link. Throws if the browser cannot read the file as an image. */
export async function shrinkPicture(file: File): Promise<string> {
  const image = await createImageBitmap(file);
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const side = Math.min(image.width, image.height);
  const [left, top] = [(image.width - side) / 2, (image.height - side) / 2];
  canvas.getContext('2d')?.drawImage(image, left, top, side, side, 0, 0, SIDE, SIDE);
  image.close();
  return canvas.toDataURL('image/webp', 0.85);
}
