package app.tribune.fan;

import android.app.PendingIntent;
import android.content.Intent;
import androidx.annotation.NonNull;
import androidx.core.app.NotificationChannelCompat;
import androidx.core.app.NotificationCompat;
import androidx.core.app.NotificationManagerCompat;
import androidx.core.content.ContextCompat;
import com.capacitorjs.plugins.pushnotifications.MessagingService;
import com.google.firebase.messaging.RemoteMessage;
import java.util.Map;

/** Shows messages with the action that turns their kind off; notifications that Firebase shows have no actions. The plugin handles tokens and taps. */
public class MessageService extends MessagingService {

    private static final String CHANNEL = "matchs";
    /** The plugin hears every start of the activity that has this extra. */
    private static final String MESSAGE_ID = "google.message_id";

    @Override
    public void onMessageReceived(@NonNull RemoteMessage message) {
        Map<String, String> data = message.getData();
        if (!data.containsKey("title")) {
            super.onMessageReceived(message);
            return;
        }
        NotificationManagerCompat notifications = NotificationManagerCompat.from(this);
        if (!notifications.areNotificationsEnabled()) return;
        notifications.createNotificationChannel(
            new NotificationChannelCompat.Builder(CHANNEL, NotificationManagerCompat.IMPORTANCE_HIGH)
                .setName(getString(R.string.app_name))
                .build()
        );
        NotificationCompat.Builder notification = new NotificationCompat.Builder(this, CHANNEL)
            .setSmallIcon(R.drawable.ic_notification)
            .setColor(ContextCompat.getColor(this, R.color.notification))
            .setContentTitle(data.get("title"))
            .setContentText(data.get("body"))
            .setStyle(new NotificationCompat.BigTextStyle().bigText(data.get("body")))
            .setPriority(NotificationCompat.PRIORITY_HIGH)
            .setDefaults(NotificationCompat.DEFAULT_SOUND)
            .setAutoCancel(true)
            // A message that is sent a second time replaces the first on the screen, and makes no sound again.
            .setOnlyAlertOnce(true)
            .setContentIntent(startOf(message, "tap"))
            .addAction(0, getString(R.string.notification_off), startOf(message, "off"));
        notifications.notify(data.get("tag"), 0, notification.build());
    }

    /** Returns the start of the app that a tap on the notification, or on its action, is answered by. */
    private PendingIntent startOf(RemoteMessage message, String action) {
        Intent start = new Intent(this, MainActivity.class).putExtra(MESSAGE_ID, message.getMessageId());
        for (Map.Entry<String, String> entry : message.getData().entrySet()) {
            start.putExtra(entry.getKey(), entry.getValue());
        }
        start.putExtra("action", action);
        // Starts that differ in their extras alone are one to Android, unless their numbers differ.
        int number = (message.getData().get("tag") + action).hashCode();
        return PendingIntent.getActivity(this, number, start, PendingIntent.FLAG_UPDATE_CURRENT | PendingIntent.FLAG_IMMUTABLE);
    }
}
