// Written by scripts/texts/make-text-types.ts from en/destination-kinds.json.

import type { Value } from "@scanhook/texts/make-texts";

export type DestinationKinds = {
  fields: {
    username: {
      label: string;
    };
    password: {
      label: string;
    };
    timeout: {
      label: string;
      help: string;
    };
    ca: {
      label: string;
      help: string;
    };
    server: {
      label: string;
    };
    port: {
      label: string;
      help: string;
    };
    user: {
      label: string;
    };
  };
  kinds: {
    http: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: (values: { template: Value; example: Value }) => string;
        };
        allowsSlashes: {
          label: string;
          help: string;
        };
        method: {
          label: string;
          help: string;
        };
        headers: {
          label: string;
          help: (values: { template: Value }) => string;
        };
        sendsSecretHeader: {
          label: string;
          help: string;
        };
        secretHeaderName: {
          label: string;
        };
        secretHeader: {
          label: string;
        };
        auth: {
          label: string;
          choices: {
            none: string;
            basic: string;
            bearer: string;
            "api-key": string;
            "hmac-standard": string;
            "hmac-header": string;
            oauth2: string;
          };
        };
        token: {
          label: string;
        };
        apiKeyIn: {
          label: string;
          choices: {
            header: string;
            query: string;
          };
        };
        apiKeyName: {
          label: string;
          help: string;
        };
        apiKey: {
          label: string;
        };
        signingSecrets: {
          label: string;
          help: string;
        };
        signatureHeader: {
          label: string;
        };
        signatureSecret: {
          label: string;
          help: string;
        };
        sendsToken: {
          label: string;
        };
        signedToken: {
          label: string;
        };
        tokenUrl: {
          label: string;
        };
        clientId: {
          label: string;
        };
        clientSecret: {
          label: string;
        };
        scope: {
          label: string;
        };
        audience: {
          label: string;
        };
        credentialsIn: {
          label: string;
          choices: {
            header: string;
            body: string;
          };
        };
      };
    };
    amqp: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
        exchange: {
          label: string;
          help: string;
        };
        routingKey: {
          label: string;
          help: string;
        };
        mandatory: {
          label: string;
          help: string;
        };
      };
    };
    nats: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
        subject: {
          label: string;
          help: string;
        };
        auth: {
          label: string;
          choices: {
            none: string;
            password: string;
            token: string;
            credentials: string;
          };
        };
        token: {
          label: string;
        };
        credentials: {
          label: string;
          help: string;
        };
      };
    };
    n8n: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
        auth: {
          label: string;
          choices: {
            none: string;
            basic: string;
            "api-key": string;
            jwt: string;
          };
        };
        apiKeyName: {
          label: string;
          help: string;
        };
        apiKey: {
          label: string;
        };
        algorithm: {
          label: string;
        };
        key: {
          label: string;
          help: string;
        };
      };
    };
    "node-red": {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
        auth: {
          label: string;
          choices: {
            none: string;
            basic: string;
          };
        };
      };
    };
    zapier: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
      };
    };
    make: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
        apiKey: {
          label: string;
          help: string;
        };
      };
    };
    ifttt: {
      title: string;
      summary: string;
      fields: {
        event: {
          label: string;
        };
        how: {
          label: string;
          choices: {
            values: string;
            json: string;
          };
        };
        key: {
          label: string;
          help: string;
        };
      };
    };
    "home-assistant": {
      title: string;
      summary: string;
      fields: {
        how: {
          label: string;
          choices: {
            tag: string;
            webhook: string;
          };
        };
        token: {
          label: string;
          help: string;
        };
        device: {
          label: string;
          help: string;
        };
        webhook: {
          label: string;
          help: string;
        };
      };
    };
    mqtt: {
      title: string;
      summary: string;
      fields: {
        host: {
          label: string;
        };
        security: {
          label: string;
          choices: {
            none: string;
            tls: string;
          };
        };
        version: {
          label: string;
          choices: {
            "5": string;
            "3.1.1": string;
          };
        };
        clientId: {
          label: string;
          help: string;
        };
        topic: {
          label: string;
          help: string;
        };
        qos: {
          label: string;
          choices: {
            "0": string;
            "1": string;
          };
        };
        retain: {
          label: string;
        };
        discovery: {
          label: string;
          help: string;
        };
        discoveryPrefix: {
          label: string;
        };
        discoveryTopic: {
          label: string;
        };
      };
    };
    slack: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
      };
    };
    discord: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
        username: {
          label: string;
          help: string;
        };
      };
    };
    teams: {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
      };
    };
    telegram: {
      title: string;
      summary: string;
      fields: {
        token: {
          label: string;
          help: string;
        };
        chat: {
          label: string;
          help: string;
        };
        thread: {
          label: string;
          help: string;
        };
        silent: {
          label: string;
        };
        server: {
          label: string;
        };
      };
    };
    "google-chat": {
      title: string;
      summary: string;
      fields: {
        url: {
          label: string;
          help: string;
        };
      };
    };
    matrix: {
      title: string;
      summary: string;
      fields: {
        server: {
          label: string;
        };
        room: {
          label: string;
          help: string;
        };
        token: {
          label: string;
          help: string;
        };
        type: {
          label: string;
          choices: {
            "m.text": string;
            "m.notice": string;
          };
        };
      };
    };
    ntfy: {
      title: string;
      summary: string;
      fields: {
        server: {
          label: string;
        };
        topic: {
          label: string;
          help: string;
        };
        title: {
          label: string;
        };
        priority: {
          label: string;
          choices: {
            "1": string;
            "2": string;
            "3": string;
            "4": string;
            "5": string;
          };
        };
        tags: {
          label: string;
          help: string;
        };
        auth: {
          label: string;
          choices: {
            none: string;
            token: string;
            basic: string;
          };
        };
        token: {
          label: string;
        };
      };
    };
    mail: {
      title: string;
      summary: string;
      fields: {
        host: {
          label: string;
        };
        security: {
          label: string;
          choices: {
            starttls: string;
            tls: string;
            none: string;
          };
        };
        from: {
          label: string;
        };
        to: {
          label: string;
          help: string;
        };
        subject: {
          label: string;
        };
      };
    };
    spoolman: {
      title: string;
      summary: string;
      fields: {
        server: {
          label: string;
          help: string;
        };
        reader: {
          label: string;
          help: string;
        };
        username: {
          label: string;
          help: string;
        };
      };
    };
    influxdb: {
      title: string;
      summary: string;
      fields: {
        version: {
          label: string;
          choices: {
            "2": string;
            "3": string;
          };
        };
        database: {
          label: string;
        };
        org: {
          label: string;
        };
        bucket: {
          label: string;
        };
        measurement: {
          label: string;
        };
        token: {
          label: string;
          help: string;
        };
      };
    };
    file: {
      title: string;
      summary: string;
      fields: {
        path: {
          label: string;
          help: string;
        };
        format: {
          label: string;
          choices: {
            csv: string;
            jsonl: string;
          };
        };
        rotate: {
          label: string;
          help: string;
          choices: {
            never: string;
            day: string;
            month: string;
            size: string;
          };
        };
        megabytes: {
          label: string;
        };
      };
    };
  };
};
