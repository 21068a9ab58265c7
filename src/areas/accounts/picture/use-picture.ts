import { useRef, useState } from 'react';
import { profilePictureFile } from '#contracts/accounts.ts';
import { checkFile } from '../../../browser/check-file.ts';
import { type Crop, wholeCrop } from './crop.ts';
import { cutPicture } from './cut-picture.ts';
import { loadPicture, PictureError } from './load-picture.ts';
import { pictureCopy as copy } from './picture.copy.ts';

/** A picture that is being chosen and cut. */
export interface ChosenPicture {
  image: HTMLImageElement | undefined;
  crop: Crop;
  setCrop: (change: (crop: Crop) => Crop) => void;
  problem: string | undefined;
  setProblem: (problem: string | undefined) => void;
  /** Takes a file, or nothing. Answers what is wrong with it. */
  pick: (file: File | undefined) => Promise<string | undefined>;
  /** The kept square as a file; undefined when nothing is chosen. */
  cut: () => Promise<Blob | undefined>;
  clear: () => void;
}

/** Chooses a picture: the file is checked against the rule first, then shown, and cut when it is needed. */
export function usePicture(): ChosenPicture {
  const [image, setImage] = useState<HTMLImageElement>();
  const [crop, setCrop] = useState(wholeCrop);
  const [problem, setProblem] = useState<string>();
  const loading = useRef<Promise<HTMLImageElement | undefined>>(Promise.resolve(undefined));

  const show = async (file: File | undefined) => {
    const refused = file && checkFile(profilePictureFile, file);
    const load = file && !refused ? loadPicture(file) : Promise.resolve(undefined);
    const ready = load.catch(() => undefined);
    loading.current = ready;
    const sentence = refused ?? (await load.then(() => undefined, sentenceOf));
    // Somebody may have chosen another file in the meantime.
    if (loading.current !== ready) return undefined;
    setImage(await ready);
    setCrop(wholeCrop);
    setProblem(sentence);
    return sentence;
  };

  return {
    image,
    crop,
    setCrop,
    problem,
    setProblem,
    pick: show,
    cut: async () => {
      const loaded = await loading.current;
      return loaded && cutPicture(loaded, crop);
    },
    clear: () => void show(undefined),
  };
}

function sentenceOf(error: unknown): string {
  return error instanceof PictureError ? error.message : copy.unreadable;
}
