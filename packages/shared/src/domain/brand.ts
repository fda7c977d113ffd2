/** Everything that names the product, in one place: change it here to sell under another name. */
export const brand = {
  name: 'Giftwell',
  tagline: 'Experience the Art of Corporate Gifting',
  description: 'Corporate gifts for every industry, chosen in minutes and quoted within a day.',
} as const
