/** Why a payment for other terms than those of the request is refused. */
export const termsChanged =
  'The learner has changed the course or its price since you opened this page. Nothing was charged; please look at it again.';
