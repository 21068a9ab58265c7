import { useRef, useState } from 'react';
import { profilePictureFile } from '#contracts/accounts/accounts.ts';
import { checkFile } from '../../../browser/files.ts';
import { cropPicture, defaultCrop } from './crop.ts';

/** Texts of selecting and cropping a picture. */
export const pictureCopy = {
  hint: 'PNG, JPEG or WebP, less than 500KB. Learners and sponsors see it beside your name.',
  cropLabel: 'Your picture, as it will be cut',
  cropHint:
    'Drag it, or press the spot that should be in the middle. Arrow keys move it, plus and minus zoom.',
  zoom: 'Zoom',
  unreadable: 'We cannot read this picture. Please choose another one.',
  tooManyPixels: 'This picture has too many pixels. Please choose one of at most 25 megapixels.',
} as const;

/** The state of a picture that is being selected and cropped. */
export type ChosenPicture = ReturnType<typeof usePicture>;

/** Selects a picture: validates the file, shows it, and crops it on submit. */
export function usePicture() {
  const [image, setImage] = useState<HTMLImageElement>();
  const [crop, setCrop] = useState(defaultCrop);
  const [problem, setProblem] = useState<string>();
  const loading = useRef<Promise<HTMLImageElement | undefined>>(Promise.resolve(undefined));

  const show = async (file: File | undefined) => {
    const fileError = file && checkFile(profilePictureFile, file);
    const load = file && !fileError ? loadPicture(file) : Promise.resolve(undefined);
    const ready = load.catch(() => undefined);
    loading.current = ready;
    const message =
      fileError ??
      (await load.then(
        () => undefined,
        (error: Error) => error.message,
      ));
    // Another file was selected while this one loaded.
    if (loading.current !== ready) return undefined;
    setImage(await ready);
    setCrop(defaultCrop);
    setProblem(message);
    return message;
  };

  return {
    image,
    crop,
    setCrop,
    problem,
    setProblem,
    /** Selects a file, or none. Resolves to an error message when the file is rejected. */
    pick: show,
    /** Returns the cropped square as a file; undefined when no picture is selected. */
    toFile: async () => {
      const loaded = await loading.current;
      return loaded && cropPicture(loaded, crop);
    },
    clear: () => void show(undefined),
  };
}

const mostPixels = 25_000_000;

/**
 * Loads a file as a picture, rotated by its EXIF orientation.
 * @throws Error with a message for the form when it is not a picture, or too large for the memory of a phone
 */
async function loadPicture(file: Blob): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  try {
    await new Promise<void>((resolve, reject) => {
      image.onload = () => resolve();
      image.onerror = () => reject(new Error(pictureCopy.unreadable));
      image.src = url;
    });
  } finally {
    URL.revokeObjectURL(url);
  }
  if (image.naturalWidth * image.naturalHeight > mostPixels) throw new Error(pictureCopy.tooManyPixels);
  return image;
}
