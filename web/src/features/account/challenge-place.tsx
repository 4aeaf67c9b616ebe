/** Where a form lets the challenge show itself, should it have a question (person.ts finds it). */
export function ChallengePlace() {
  return <div data-challenge className="empty:hidden" />
}
