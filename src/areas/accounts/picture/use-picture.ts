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
  const loading = useRef<Promise<LoadedPicture>>(Promise.resolve({}));

  const pick = async (file: File | undefined) => {
    const loaded = file ? loadPicture(file) : Promise.resolve<LoadedPicture>({});
    loading.current = loaded;
    const picture = await loaded;
    // Another file was selected while this one loaded.
    if (loading.current !== loaded) return undefined;
    setImage(picture.image);
    setCrop(defaultCrop);
    setProblem(picture.problem);
    return picture.problem;
  };

  return {
    image,
    crop,
    setCrop,
    problem,
    setProblem,
    /** Selects a file, or none. Resolves to an error message when the file is rejected. */
    pick,
    /** Returns the cropped square as a file; undefined when no picture is selected. */
    toFile: async () => {
      const loaded = await loading.current;
      return loaded.image && cropPicture(loaded.image, crop);
    },
    clear: () => void pick(undefined),
  };
}

/** A picture, or why its file is rejected; neither without a file. */
interface LoadedPicture {
  image?: HTMLImageElement;
  problem?: string;
}

const mostPixels = 25_000_000;

/** Loads a file as a picture, rotated by its EXIF orientation; a phone has no memory for one with too many pixels. */
async function loadPicture(file: File): Promise<LoadedPicture> {
  const problem = checkFile(profilePictureFile, file);
  if (problem) return { problem };
  const url = URL.createObjectURL(file);
  const image = new Image();
  const isLoaded = await new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = url;
  });
  URL.revokeObjectURL(url);
  if (!isLoaded) return { problem: pictureCopy.unreadable };
  const pixels = image.naturalWidth * image.naturalHeight;
  return pixels > mostPixels ? { problem: pictureCopy.tooManyPixels } : { image };
}
