import { IconDiscount2, IconGift, IconHeadset, IconHeart } from '@tabler/icons-react'

import classes from './auth-benefits.module.css'

const benefits = [
  { icon: IconGift, text: 'Access 3000+ Products' },
  { icon: IconHeart, text: 'Save Favorites' },
  { icon: IconHeadset, text: 'Priority Support' },
  { icon: IconDiscount2, text: 'Exclusive Deals' },
]

/** What a free account brings. */
export function AuthBenefits() {
  return (
    <section className={classes.root} aria-label="Benefits of an account">
      <p className={classes.label}>Free Account</p>
      <ul className={classes.list}>
        {benefits.map(({ icon: Icon, text }) => (
          <li key={text}>
            <Icon size={22} stroke={1.6} aria-hidden />
            {text}
          </li>
        ))}
      </ul>
    </section>
  )
}
