/** Names and addresses of the product; the only place to change them. */
export const brand = {
  name: 'CourseLift',
  legalName: 'CourseLift Learning Technologies',
  tagline: 'Learner Support Infrastructure for Digital Education',
  storagePrefix: 'courselift',
  copyrightYear: 2025,
  email: { contact: 'hello@courselift.example', support: 'support@courselift.example' },
  aboutUrl: 'https://medium.com/@courselift/about-courselift',
  social: {
    X: 'https://x.com/courselift',
    LinkedIn: 'https://www.linkedin.com/company/courselift',
    Facebook: 'https://www.facebook.com/courselift',
  },
} as const;
