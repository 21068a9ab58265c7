import { useRef, useState } from 'react';
import { loadPart } from '../../../browser/load-part.ts';
import type { Crop } from './crop.ts';
import type { LoadedPicture } from './open-picture.ts';
import { pictureCopy as copy } from './picture.copy.ts';

/** The state of a picture that is being selected and cropped. */
export type ChosenPicture = ReturnType<typeof usePicture>;

/** Selects a picture: shrinks it, shows it, and crops it on submit. The code is loaded with the first file. */
export function usePicture() {
  const [opened, setOpened] = useState<LoadedPicture['opened']>();
  const [crop, setCrop] = useState<Crop>();
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const [sentPart, setSentPart] = useState<number>();
  const loading = useRef<Promise<LoadedPicture>>(Promise.resolve({}));

  const pick = async (file: File | undefined) => {
    const loaded = file ? loadPicture(file) : Promise.resolve<LoadedPicture>({});
    loading.current = loaded;
    setReading(true);
    const picture = await loaded;
    // Another file was selected while this one loaded.
    if (loading.current !== loaded) return undefined;
    setReading(false);
    setOpened(picture.opened);
    setCrop(picture.opened?.crop);
    setProblem(picture.problem);
    return picture.problem;
  };

  return {
    opened,
    crop,
    onCrop: (change: (crop: Crop) => Crop) => setCrop((now) => now && change(now)),
    isReading,
    problem,
    setProblem,
    /** The sent share of the upload, 0 to 1. */
    sentPart,
    setSentPart,
    /** Selects a file, or none. Resolves to an error message when the file is rejected. */
    pick,
    /** Returns the cropped square as a file; undefined when no picture is selected. */
    toFile: async () => {
      const picture = (await loading.current).opened;
      return picture?.toFile(crop ?? picture.crop);
    },
    clear: () => void pick(undefined),
  };
}

async function loadPicture(file: File): Promise<LoadedPicture> {
  try {
    const { openPicture } = await loadPart(() => import('./open-picture.ts'));
    return await openPicture(file);
  } catch {
    return { problem: copy.notOpened };
  }
}
