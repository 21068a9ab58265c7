import { useRef, useState } from 'react';
import { profilePictureFile } from '#contracts/accounts/accounts.ts';
import { checkFile } from '../../../browser/check-file.ts';
import { type Crop, defaultCrop } from './crop.ts';
import { cropPicture } from './crop-picture.ts';
import { loadPicture, PictureError } from './load-picture.ts';
import { pictureCopy as copy } from './picture.copy.ts';

/** The state of a picture that is being selected and cropped. */
export interface ChosenPicture {
  image: HTMLImageElement | undefined;
  crop: Crop;
  setCrop: (change: (crop: Crop) => Crop) => void;
  problem: string | undefined;
  setProblem: (problem: string | undefined) => void;
  /** Selects a file, or none. Resolves to an error message when the file is rejected. */
  pick: (file: File | undefined) => Promise<string | undefined>;
  /** Returns the cropped square as a file; undefined when no picture is selected. */
  toFile: () => Promise<Blob | undefined>;
  clear: () => void;
}

/** Selects a picture: validates the file, shows it, and crops it on submit. */
export function usePicture(): ChosenPicture {
  const [image, setImage] = useState<HTMLImageElement>();
  const [crop, setCrop] = useState(defaultCrop);
  const [problem, setProblem] = useState<string>();
  const loading = useRef<Promise<HTMLImageElement | undefined>>(Promise.resolve(undefined));

  const show = async (file: File | undefined) => {
    const fileError = file && checkFile(profilePictureFile, file);
    const load = file && !fileError ? loadPicture(file) : Promise.resolve(undefined);
    const ready = load.catch(() => undefined);
    loading.current = ready;
    const message = fileError ?? (await load.then(() => undefined, messageFor));
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
    pick: show,
    toFile: async () => {
      const loaded = await loading.current;
      return loaded && cropPicture(loaded, crop);
    },
    clear: () => void show(undefined),
  };
}

function messageFor(error: unknown): string {
  return error instanceof PictureError ? error.message : copy.unreadable;
}
