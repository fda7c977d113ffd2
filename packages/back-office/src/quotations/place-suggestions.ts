import { gstStates, otherCountry } from '@giftwell/shared/quotations/gst-states.ts'

/** The larger cities by the code of their state, with the names that people use beside the official ones. */
const cities: Readonly<Record<string, string>> = {
  '01': 'Srinagar, Jammu',
  '02': 'Shimla, Baddi, Solan, Dharamshala',
  '03': 'Ludhiana, Amritsar, Jalandhar, Patiala, Bathinda, Mohali',
  '04': 'Chandigarh',
  '05': 'Dehradun, Haridwar, Roorkee, Haldwani, Rudrapur, Rishikesh, Pantnagar',
  '06': 'Gurugram, Gurgaon, Faridabad, Panipat, Ambala, Karnal, Sonipat, Rohtak, Hisar, Panchkula, Manesar',
  '07': 'Delhi, New Delhi',
  '08': 'Jaipur, Jodhpur, Udaipur, Kota, Ajmer, Bikaner, Alwar, Bhiwadi, Bhilwara',
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
  '21': 'Bhubaneswar, Cuttack, Rourkela, Puri, Sambalpur',
  '22': 'Raipur, Bhilai, Bilaspur, Durg, Korba',
  '23': 'Indore, Bhopal, Jabalpur, Gwalior, Ujjain, Dewas',
  '24': 'Ahmedabad, Surat, Vadodara, Baroda, Rajkot, Gandhinagar, Bhavnagar, Jamnagar, Vapi, Ankleshwar, Bharuch, Anand',
  '26': 'Daman, Diu, Silvassa',
  '27': 'Mumbai, Bombay, Pune, Poona, Nagpur, Thane, Navi Mumbai, Nashik, Nasik, Kolhapur, Solapur, Pimpri, Chinchwad, Kalyan, Vasai, Sangli, Amravati',
  '29': 'Bengaluru, Bangalore, Mysuru, Mysore, Mangaluru, Mangalore, Hubballi, Hubli, Belagavi, Belgaum, Dharwad, Tumakuru, Davanagere',
  '30': 'Goa, Panaji, Panjim, Margao, Vasco da Gama, Mapusa',
  '32': 'Kochi, Cochin, Ernakulam, Thiruvananthapuram, Trivandrum, Kozhikode, Calicut, Thrissur, Kollam, Kannur, Palakkad, Kottayam',
  '33': 'Chennai, Madras, Coimbatore, Madurai, Tiruchirappalli, Trichy, Salem, Tiruppur, Hosur, Erode, Vellore, Tirunelveli, Thoothukudi',
  '34': 'Puducherry, Pondicherry, Karaikal',
  '35': 'Port Blair',
  '36': 'Hyderabad, Secunderabad, Warangal, Karimnagar, Nizamabad',
  '37': 'Visakhapatnam, Vizag, Vijayawada, Guntur, Tirupati, Nellore, Kakinada, Rajahmundry, Kurnool, Amaravati',
  '38': 'Leh, Kargil',
}

/** Names by their states, the longer ones first, so that "Navi Mumbai" is one place. */
const places = gstStates
  .filter(({ code }) => code !== otherCountry)
  .flatMap(({ code, name }) => [name, ...(cities[code]?.split(', ') ?? [])].map((place) => ({ place, code })))
  .toSorted((one, other) => other.place.length - one.place.length)

/** A state that a place in a text suggests. */
interface PlaceSuggestion {
  /** A state's code. */
  readonly code: string
  /** As it stands in the list: "Mumbai". */
  readonly place: string
}

/** The states that the cities and states in a text suggest, each once, in the order of the text. */
export function placeSuggestions(text: string): readonly PlaceSuggestion[] {
  let rest = text.toLowerCase()
  const found = places.flatMap(({ place, code }) => {
    const at = rest.search(new RegExp(`(?<![a-z])${place.toLowerCase()}(?![a-z])`))
    if (at < 0) return []
    rest = rest.slice(0, at) + ' '.repeat(place.length) + rest.slice(at + place.length)
    return [{ place, code, at }]
  })
  return found
    .toSorted((one, other) => one.at - other.at)
    .filter(({ code }, index, all) => all.findIndex((one) => one.code === code) === index)
    .map(({ place, code }) => ({ place, code }))
}
