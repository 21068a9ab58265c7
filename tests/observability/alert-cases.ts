/** Series of a promtool test, by minute: 10 minutes healthy, an hour failing, then healthy again. */
interface Series {
  series: string;
  values: string;
}

const phases = { healthy: 9, failing: 59, recovered: 90 };

/** A gauge with one value while healthy and another while failing; `_` is a target that is gone. */
function gauge(series: string, healthy: number, failing: number | '_'): Series[] {
  const bad = failing === '_' ? `_x${phases.failing + 1}` : `${failing}x${phases.failing}`;
  return [{ series, values: `${healthy}x${phases.healthy} ${bad} ${healthy}x${phases.recovered}` }];
}

/** A counter that grows by this much each minute. */
function counter(series: string, healthy: number, failing: number): Series[] {
  const { healthy: first, failing: second, recovered } = phases;
  const failingFrom = first * healthy + failing;
  const recoveredFrom = failingFrom + second * failing + healthy;
  const values = `0+${healthy}x${first} ${failingFrom}+${failing}x${second} ${recoveredFrom}+${healthy}x${recovered}`;
  return [{ series, values }];
}

/** A histogram of 60 observations a minute, all below `quickS` while healthy and between it and `slowS` while failing. */
function histogram(name: string, quickS: number, slowS: number): Series[] {
  return [
    ...counter(`${name}_bucket{le="${quickS}"}`, 60, 0),
    ...counter(`${name}_bucket{le="${slowS}"}`, 60, 60),
    ...counter(`${name}_bucket{le="+Inf"}`, 60, 60),
  ];
}

const http = 'courselift_http_request_duration_seconds';
const provider = 'courselift_provider_call_duration_seconds_count';

/** Series on which each alert fires while they fail, and on which it does not before and after. */
export const alertCases: Readonly<Record<string, Series[][]>> = {
  CourseLiftApiDown: [gauge('up{job="api",instance="a"}', 1, 0), gauge('up{job="api",instance="a"}', 1, '_')],
  CourseLiftWorkerDown: [
    gauge('up{job="worker",instance="a"}', 1, 0),
    gauge('up{job="worker",instance="a"}', 1, '_'),
  ],
  CourseLiftDatabaseUnavailable: [gauge('courselift_database_up', 1, 0)],
  CourseLiftErrors: [
    [...counter(`${http}_count{status="200"}`, 90, 90), ...counter(`${http}_count{status="500"}`, 0, 10)],
  ],
  CourseLiftSlow: [histogram(http, 1, 5)],
  CourseLiftEventLoopBlocked: [gauge('nodejs_eventloop_lag_p99_seconds{instance="a"}', 0.02, 0.9)],
  CourseLiftPoolExhausted: [
    gauge('courselift_database_connections{instance="a",pool="main",state="waiting"}', 0, 3),
  ],
  CourseLiftOutboxStuck: [gauge('courselift_outbox_oldest_seconds{queue="mail",state="waiting"}', 0.2, 90)],
  CourseLiftQueueBehind: [gauge('courselift_outbox_oldest_seconds{queue="mail",state="queued"}', 4, 1_200)],
  CourseLiftJobsFailed: [gauge('courselift_outbox_jobs{queue="mail",state="failed"}', 0, 1)],
  CourseLiftJobsLost: [counter('courselift_outbox_relayed_total{queue="mail",kind="again"}', 0, 5)],
  CourseLiftSettlementSlow: [histogram('courselift_settlement_seconds', 10, 300)],
  CourseLiftProviderUnavailable: [
    [
      ...counter(`${provider}{outcome="success"}`, 10, 1),
      ...counter(`${provider}{outcome="unavailable"}`, 0, 9),
    ],
    [
      ...counter(`${provider}{outcome="success"}`, 10, 0),
      ...counter(`${provider}{outcome="circuit_open"}`, 0, 9),
    ],
  ],
  CourseLiftMailDelayed: [
    histogram('courselift_mail_delay_seconds', 300, 3_600),
    [
      ...counter('courselift_mails_total{outcome="accepted"}', 10, 0),
      ...counter('courselift_mails_total{outcome="deferred"}', 1, 10),
    ],
  ],
  CourseLiftMailRejected: [
    [
      ...counter('courselift_mails_total{outcome="accepted"}', 10, 10),
      ...counter('courselift_mails_total{outcome="rejected"}', 0, 3),
    ],
  ],
  CourseLiftCasesOverdue: [gauge('courselift_cases_open{kind="refund",overdue="yes"}', 0, 2)],
};

/** Returns the input of `promtool test rules`: every alert before, while and after its series fail. */
export function promtoolTests(rulesFile: string): object {
  const countAt = (name: string, evalTime: string, isFiring: boolean) => ({
    expr: `count(ALERTS{alertname="${name}",alertstate="firing"})`,
    eval_time: evalTime,
    exp_samples: isFiring ? [{ labels: '{}', value: 1 }] : [],
  });
  return {
    rule_files: [rulesFile],
    evaluation_interval: '1m',
    tests: Object.entries(alertCases).flatMap(([name, cases]) =>
      cases.map((series, index) => ({
        name: `${name} ${index + 1}`,
        interval: '1m',
        input_series: series,
        promql_expr_test: [
          countAt(name, '9m', false),
          countAt(name, '65m', true),
          // The longest window of a rule is an hour.
          countAt(name, '150m', false),
        ],
      })),
    ),
  };
}
