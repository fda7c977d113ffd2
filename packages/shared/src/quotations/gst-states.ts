/** A state or union territory by the code that begins a GSTIN. */
export interface GstState {
  readonly code: string
  readonly name: string
  /** Union territories without a legislature levy UTGST instead of SGST. */
  readonly levies_utgst: boolean
}

const withoutLegislature = new Set(['04', '26', '31', '35', '38', '97'])

/** The code of a place outside India. */
export const otherCountry = '96'

/** The states and union territories of India, and `otherCountry`, as `private.gst_states` has them. */
export const gstStates: readonly GstState[] = Object.entries({
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '96': 'Other country',
  '97': 'Other Territory',
})
  .map(([code, name]) => ({ code, name, levies_utgst: withoutLegislature.has(code) }))
  .toSorted((a, b) => a.code.localeCompare(b.code))
