/** Everything that names the product, in one place: change it here to sell under another name. */
export const brand = {
  name: 'Giftwell',
  tagline: 'Experience the Art of Corporate Gifting',
  description: 'Corporate gifts for every industry, chosen in minutes and quoted within a day.',
  /** Placeholders until the seller fills in their own; shown in the footer. */
  contact: {
    email: 'sales@example.com',
    phone: '+91 00000 00000',
    address: 'Your street, your city, India',
  },
} as const
