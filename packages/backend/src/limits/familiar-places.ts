/** Places at which somebody has signed in, by names that lead back to nobody. */
export interface FamiliarPlaces {
  add(place: string): void
  has(place: string): boolean
}

/**
 * At a familiar place an account is counted for itself: neither a stranger who tries passwords elsewhere nor one at the
 * same client address keeps the owner out.
 * @param remembered how many places; of more than that, the one that was longest unused is forgotten
 */
export function createFamiliarPlaces(remembered = 5000): FamiliarPlaces {
  const places = new Set<string>()
  return {
    add(place) {
      places.delete(place)
      places.add(place)
      const [oldest] = places
      if (places.size > remembered && oldest !== undefined) places.delete(oldest)
    },
    has: (place) => places.has(place),
  }
}
