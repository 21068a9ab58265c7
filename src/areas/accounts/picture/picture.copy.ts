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
