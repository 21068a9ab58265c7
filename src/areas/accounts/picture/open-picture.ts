import type { ComponentProps, ComponentType } from 'react';
import { profilePictureFile } from '#contracts/accounts/person.ts';
import { drawPicture, isHeic } from '../../../browser/shrink-picture.ts';
import { UploadProgress } from '../../../ui/UploadProgress.tsx';
import { CropView } from './CropView.tsx';
import { type Crop, cropPicture, defaultCrop } from './crop.ts';

/** A picture that was opened, with the code that shows and crops it, or why its file is rejected. */
export interface LoadedPicture {
  opened?: {
    canvas: HTMLCanvasElement;
    crop: Crop;
    View: ComponentType<ComponentProps<typeof CropView>>;
    Progress: typeof UploadProgress;
    /** Returns the cropped square as a file. */
    toFile: (crop: Crop) => Promise<Blob>;
  };
  problem?: string;
}

/** Opens the file of a profile picture. */
export async function openPicture(file: File): Promise<LoadedPicture> {
  const { types, wrongType } = profilePictureFile;
  if (!types.some((type) => type === file.type) && !isHeic(file)) return { problem: wrongType };
  const drawn = await drawPicture(file);
  if ('problem' in drawn) return drawn;
  const { canvas } = drawn;
  const toFile = (crop: Crop) => cropPicture(canvas, crop);
  return { opened: { canvas, crop: defaultCrop, View: CropView, Progress: UploadProgress, toFile } };
}
