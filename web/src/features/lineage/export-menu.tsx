import { PageError } from '../../api/api-error.ts';
import { useState, type ReactNode } from 'react';
import { saveFile } from '../../api/save-file.ts';
import { graphPicture, type MeasureText, type Picture } from '../../components/graph/graph-picture.ts';
import { Icon } from '../../components/icons/icon.tsx';
import { showToast } from '../../components/feedback/toasts.tsx';
import { Menu } from '../../components/overlays/menu.tsx';

/** Pixels of an image for each pixel of the drawing, for sharp screens and print. */
const SHARPNESS = 2;
/** Maximum pixels along one side of an image; browsers draw nothing beyond. */
const MAX_SIDE = 16_000;

/** Saves the graph, as it is laid out, as SVG or PNG. */
export function ExportMenu({ picture }: { readonly picture: () => Picture }): ReactNode {
  const [isDrawing, setDrawing] = useState(false);
  const saveImage = async (): Promise<void> => {
    setDrawing(true);
    try {
      saveFile('lineage.png', 'image/png', await imageOf(picture()));
    } catch {
      showToast('The graph is too large for an image. Save it as SVG instead.');
    } finally {
      setDrawing(false);
    }
  };
  return (
    <Menu
      label="Save the graph as a file"
      look="quiet"
      align="end"
      entries={[
        {
          id: 'svg',
          label: 'Save as SVG',
          onAction: () => {
            saveFile('lineage.svg', 'image/svg+xml', graphPicture(picture(), measureText()));
          },
        },
        { id: 'png', label: 'Save as PNG', isDisabled: isDrawing, onAction: () => void saveImage() },
      ]}
    >
      <Icon name="download" />
    </Menu>
  );
}

/** The graph as a PNG image. Rejects if the browser cannot draw an image of its size. */
async function imageOf(picture: Picture): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(graphPicture(picture, measureText()))}`;
  await image.decode();
  const scale = Math.min(SHARPNESS, MAX_SIDE / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(picture.width * scale);
  canvas.height = Math.ceil(picture.height * scale);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new PageError('The browser could not draw the image.'));
    }, 'image/png');
  });
}

function measureText(): MeasureText {
  const context = document.createElement('canvas').getContext('2d');
  return (text, font) => {
    if (!context) return text.length * 8;
    context.font = font;
    return context.measureText(text).width;
  };
}
