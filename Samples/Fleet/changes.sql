-- What has changed between two nights: the views `before` and `after` have the rows that fleet.py writes.
-- The kinds are those of `holdfast scan --since`.
WITH
-- A line that stands in the list twice counts once, as its first.
old AS (SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY key ORDER BY place) AS nth FROM before) WHERE nth = 1),
now AS (SELECT * FROM (SELECT *, row_number() OVER (PARTITION BY key ORDER BY place) AS nth FROM after) WHERE nth = 1),
pairs AS (
    SELECT struct(old.*) AS old, struct(now.*) AS now,
        old.key IS NULL AS is_new, now.key IS NULL AS is_gone,
        -- Where a night has seen no certificate, nothing is said of it.
        old.fingerprint <> now.fingerprint AS is_other
    FROM old FULL JOIN now ON old.key = now.key
),
changes AS (
    SELECT IF(is_gone, old, now) AS row, is_gone, stack(8,
        1, 'newlyFailing', now.level = 'error'
            AND (is_new OR old.level <> 'error' OR size(array_except(now.errors, old.errors)) > 0),
            old.cause, now.cause,
        2, 'mended', old.level = 'error' AND now.level <> 'error', old.cause, NULL,
        3, 'otherCertificate', is_other, old.fingerprint, now.fingerprint,
        4, 'otherKey', is_other AND old.spki <> now.spki, old.spki, now.spki,
        5, 'otherIssuer', is_other AND old.issuer <> now.issuer, old.issuer, now.issuer,
        6, 'endMoved', is_other AND old.not_after <> now.not_after,
            date_format(old.not_after, "yyyy-MM-dd'T'HH:mm:ssX"), date_format(now.not_after, "yyyy-MM-dd'T'HH:mm:ssX"),
        7, 'new', is_new, NULL, NULL,
        8, 'gone', is_gone, NULL, NULL
    ) AS (nth, kind, holds, before, after)
    FROM pairs
)
SELECT kind, row.key AS key, row.target AS target, row.owner AS owner, before, after
FROM changes
WHERE holds
ORDER BY is_gone, row.place, row.key, nth
