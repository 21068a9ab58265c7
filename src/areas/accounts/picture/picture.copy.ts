/** Texts of selecting and cropping a picture. */
export const pictureCopy = {
  hint: 'A photo of any size: it is made smaller here before it is sent. Learners and sponsors see it beside your name.',
  reading: 'Opening your picture…',
  notOpened: 'The picture could not be opened. Please check your connection, and choose it again.',
  cropLabel: 'Your picture, as it will be cut',
  cropHint:
    'Drag it, or press the spot that should be in the middle. Arrow keys move it, plus and minus zoom.',
  zoom: 'Zoom',
} as const;
