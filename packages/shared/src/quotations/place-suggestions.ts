import { gstStates } from './gst-states.ts'

/**
 * The larger cities by the code of their state, with common names beside the official ones, and countries and
 * cities abroad. A name that is also a person's, or that of a city in another state, is left out. Mirrors
 * `private.gst_states`.
 */
const cities: Readonly<Record<string, string>> = {
  '01': 'Srinagar, Jammu',
  '02': 'Shimla, Baddi, Solan, Dharamshala',
  '03': 'Ludhiana, Amritsar, Jalandhar, Patiala, Bathinda, Mohali',
  '04': 'Chandigarh',
  '05': 'Dehradun, Haridwar, Roorkee, Haldwani, Rudrapur, Rishikesh, Pantnagar',
  '06': 'Gurugram, Gurgaon, Faridabad, Panipat, Ambala, Karnal, Sonipat, Rohtak, Hisar, Panchkula, Manesar',
  '07': 'Delhi, New Delhi',
  '08': 'Jaipur, Jodhpur, Ajmer, Bikaner, Alwar, Bhiwadi, Bhilwara',
  '09': 'Lucknow, Kanpur, Noida, Greater Noida, Ghaziabad, Agra, Varanasi, Meerut, Prayagraj, Allahabad, Bareilly, Aligarh, Moradabad, Saharanpur, Gorakhpur, Jhansi',
  '10': 'Patna, Gaya, Muzaffarpur, Bhagalpur',
  '11': 'Gangtok',
  '12': 'Itanagar',
  '13': 'Kohima, Dimapur',
  '14': 'Imphal',
  '15': 'Aizawl',
  '16': 'Agartala',
  '17': 'Shillong',
  '18': 'Guwahati, Dibrugarh, Silchar, Jorhat',
  '19': 'Kolkata, Calcutta, Howrah, Durgapur, Asansol, Siliguri, Kharagpur',
  '20': 'Ranchi, Jamshedpur, Dhanbad, Bokaro',
  '21': 'Bhubaneswar, Cuttack, Rourkela, Sambalpur',
  '22': 'Raipur, Bhilai, Durg, Korba',
  '23': 'Indore, Bhopal, Jabalpur, Gwalior, Ujjain, Dewas',
  '24': 'Ahmedabad, Surat, Vadodara, Baroda, Rajkot, Gandhinagar, Bhavnagar, Jamnagar, Vapi, Ankleshwar, Bharuch',
  '26': 'Daman, Diu, Silvassa',
  '27': 'Mumbai, Bombay, Pune, Poona, Nagpur, Thane, Navi Mumbai, Nashik, Nasik, Kolhapur, Solapur, Pimpri, Chinchwad, Vasai, Sangli, Amravati',
  '29': 'Bengaluru, Bangalore, Mysuru, Mysore, Mangaluru, Mangalore, Hubballi, Hubli, Belagavi, Belgaum, Dharwad, Tumakuru, Davanagere',
  '30': 'Goa, Panaji, Panjim, Margao, Vasco da Gama, Mapusa',
  '32': 'Kochi, Cochin, Ernakulam, Thiruvananthapuram, Trivandrum, Kozhikode, Calicut, Thrissur, Kollam, Kannur, Palakkad, Kottayam',
  '33': 'Chennai, Madras, Coimbatore, Madurai, Tiruchirappalli, Trichy, Salem, Tiruppur, Hosur, Erode, Vellore, Tirunelveli, Thoothukudi',
  '34': 'Puducherry, Pondicherry, Karaikal',
  '35': 'Port Blair',
  '36': 'Hyderabad, Secunderabad, Warangal, Karimnagar, Nizamabad',
  '37': 'Visakhapatnam, Vizag, Vijayawada, Guntur, Tirupati, Nellore, Kakinada, Rajahmundry, Kurnool, Amaravati',
  '38': 'Leh, Kargil',
  '96': 'Singapore, China, Hong Kong, Shenzhen, Shanghai, Beijing, Guangzhou, Taiwan, Japan, Tokyo, South Korea, Vietnam, Thailand, Bangkok, Malaysia, Kuala Lumpur, Indonesia, Jakarta, Philippines, Nepal, Kathmandu, Bhutan, Bangladesh, Dhaka, Sri Lanka, Maldives, UAE, United Arab Emirates, Dubai, Abu Dhabi, Sharjah, Saudi Arabia, Riyadh, Qatar, Doha, Oman, Muscat, Kuwait, Bahrain, Israel, Russia, Moscow, Kazakhstan, Kyrgyzstan, Uzbekistan, Tajikistan, Turkmenistan, Belarus, Romania, United Kingdom, England, London, Ireland, Germany, Berlin, Frankfurt, Munich, France, Paris, Netherlands, Amsterdam, Belgium, Italy, Spain, Switzerland, Zurich, Sweden, USA, United States, New York, Canada, Toronto, Mexico, Brazil, Colombia, Ecuador, Australia, Sydney, Melbourne, New Zealand, South Africa, Kenya, Nairobi, Nigeria, Lagos, Egypt, Mauritius',
}

/** Names of places with the codes of their states. */
export function statePlaces(): readonly PlaceSuggestion[] {
  return gstStates.flatMap(({ code, name }) =>
    [name, ...(cities[code]?.split(', ') ?? [])].map((place) => ({ code, place })),
  )
}

/** A state that a place in a text suggests. */
interface PlaceSuggestion {
  /** A state's code; 96 abroad. */
  readonly code: string
  /** As it stands in the list: "Mumbai". */
  readonly place: string
}

/**
 * What bears the name of a place elsewhere: a street ("Hosur Road, Bengaluru"), a bank ("Punjab National Bank", "Bank of
 * Baroda"), and the region around the capital, which is of four states ("Delhi NCR").
 */
const elsewhere =
  /[a-z]+ +(?:(?:main +)?(?:road|rd|street|marg|nagar|colony|highway|bypass)|(?:(?:national|(?:&|and) +sind) +)?bank)(?![a-z])|bank +of +[a-z]+|delhi[^a-z0-9]*ncr(?![a-z])/g

/** The states that the places in a text name, each once, in the order of the text. As `private.states_named`. */
export function placeSuggestions(text: string): readonly PlaceSuggestion[] {
  const words = ` ${text
    .toLowerCase()
    .replaceAll(elsewhere, '')
    .replaceAll(/[^a-z]+/g, ' ')} `
  return statePlaces()
    .map((found) => ({ ...found, at: words.indexOf(` ${found.place.toLowerCase()} `) }))
    .filter(({ at }) => at >= 0)
    .toSorted((one, other) => one.at - other.at || other.place.length - one.place.length)
    .filter(({ code }, index, all) => all.findIndex((one) => one.code === code) === index)
    .map(({ code, place }) => ({ code, place }))
}
