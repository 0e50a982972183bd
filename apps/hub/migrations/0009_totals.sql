-- How many scans were received on a day, by inbox and user, whether or not they are still stored.
-- Only a scan that is stored for the first time counts, in the transaction that stores it. A day is
-- the number of days since 1970 in UTC, of the time at which the scan was received. An empty user
-- stands for none.
CREATE TABLE scan_counts (
  day   INTEGER NOT NULL,
  inbox TEXT NOT NULL,
  user  TEXT NOT NULL,
  scans INTEGER NOT NULL,
  PRIMARY KEY (day, inbox, user)
) STRICT, WITHOUT ROWID;

INSERT INTO scan_counts (day, inbox, user, scans)
SELECT received_at / 86400000 AS day, inbox, coalesce(user, '') AS user, count(*)
FROM (
  SELECT received_at, inbox, user FROM scans
  UNION ALL
  SELECT snapshot ->> '$.scan.received_at', inbox, snapshot ->> '$.scan.user' FROM deleted_scans
)
GROUP BY 1, 2, 3;

-- Deliveries that were delivered and no longer count as such, because their scan was deleted or
-- they are sent again. So the sum with `delivered` never shrinks.
ALTER TABLE delivery_counts ADD COLUMN delivered_before INTEGER NOT NULL DEFAULT 0;

UPDATE delivery_counts SET delivered_before = (
  SELECT count(*) FROM deleted_scans JOIN json_each(snapshot, '$.deliveries') AS delivery
  WHERE delivery.value ->> '$.destination' = delivery_counts.destination AND delivery.value ->> '$.state' = 'delivered'
);
